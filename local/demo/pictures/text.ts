/** Finds text in a picture and blurs it. */

import sharp from 'sharp';
import { copyPicture, drawOver, type Picture, pictureOf, sharpOf } from './picture.ts';

/**
 * Length of the longer side of a small copy of the picture. The search for text uses this copy, and divides it into squares of
 * `cellPixels`.
 */
const smallCopySidePixels = 640;
const cellPixels = 8;
/** At the edge of a letter, the brightness changes by at least `edgeStep`. A square with text has at least `edgesMin` such edges. */
const edgeStep = 36;
const edgesMin = 13;
/** Minimum number of adjacent squares in a line of text. */
const lineCellsMin = 3;

/** Returns the picture with its text blurred, and the number of text lines found. */
export async function removeText(picture: Picture): Promise<{ picture: Picture; linesFound: number }> {
  const { width, height } = picture;
  const scale = Math.min(1, smallCopySidePixels / Math.max(width, height));
  const small = { width: Math.max(cellPixels, Math.round(width * scale)), height: Math.max(cellPixels, Math.round(height * scale)) };
  const grey = await sharpOf(picture)
    .flatten({ background: 'white' })
    .resize({ ...small, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const { markedCells, columns, rows, linesFound } = findLines(grey, small.width, small.height);
  if (linesFound === 0) return { picture, linesFound };
  const mask = await sharp(Buffer.from(markedCells.map((value) => value * 255)), { raw: { width: columns, height: rows, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const blurred = await pictureOf(sharpOf(picture).blur(Math.max(1, (cellPixels * 1.6) / scale)));
  const patch = copyPicture(blurred);
  for (let index = 3, pixel = 0; index < patch.rgba.length; index += 4, pixel++)
    patch.rgba[index] = (patch.rgba[index]! * Math.min(255, mask[pixel]! * 1.8)) / 255;
  return { picture: await drawOver(patch, picture), linesFound };
}

function findLines(grey: Buffer, width: number, height: number) {
  const columns = Math.floor(width / cellPixels);
  const rows = Math.floor(height / cellPixels);
  const hasLetters = Uint8Array.from({ length: columns * rows }, (_, cellIndex) =>
    countEdges(grey, width, (cellIndex % columns) * cellPixels, Math.floor(cellIndex / columns) * cellPixels) >= edgesMin ? 1 : 0,
  );
  const markedCells = new Uint8Array(columns * rows);
  let linesFound = 0;
  let previousLine = new Set<number>();
  for (let row = 0; row < rows; row++) {
    const line = new Set<number>();
    for (let column = 0, runLength = 0; column <= columns; column++) {
      const isText = column < columns && hasLetters[row * columns + column];
      if (isText) runLength++;
      else {
        if (runLength >= lineCellsMin) for (let offset = 1; offset <= runLength; offset++) line.add(column - offset);
        runLength = 0;
      }
    }
    // If squares with text are in adjacent rows, these rows belong to the same line of text.
    if (line.size > 0 && ![...line].some((column) => previousLine.has(column))) linesFound++;
    for (const column of line) markAround(markedCells, column, row, columns, rows);
    previousLine = line;
  }
  return { markedCells, columns, rows, linesFound };
}

/**
 * Counts strong brightness steps from left to right. In one row of a square, letters have several such steps. The outline of an object
 * has only one step.
 */
function countEdges(grey: Buffer, width: number, left: number, top: number): number {
  let edges = 0;
  for (let y = top; y < top + cellPixels; y++) {
    let steps = 0;
    for (let x = left + 1; x < left + cellPixels; x++) {
      if (Math.abs(grey[y * width + x]! - grey[y * width + x - 1]!) > edgeStep) steps++;
    }
    if (steps > 1) edges += steps;
  }
  return edges;
}

function markAround(markedCells: Uint8Array, column: number, row: number, columns: number, rows: number): void {
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) markedCells[y * columns + x] = 1;
  }
}
