/** Finds text in a picture and blurs it. */

import sharp from 'sharp';
import { copyOf, over, type Picture, pictureOf, sharpOf } from './picture.ts';

/** The search uses a picture of this size, divided into squares of `cell` pixels. */
const workSide = 640;
const cell = 8;
/** Minimum brightness step of a letter's edge, and minimum number of such edges in a square with text. */
const edgeStep = 36;
const edgesMin = 13;
/** Minimum number of adjacent squares in a line of text. */
const lineCellsMin = 3;

/** Returns the picture with its text blurred, and the number of text lines found. */
export async function withoutText(picture: Picture): Promise<{ picture: Picture; linesFound: number }> {
  const { width, height } = picture;
  const scale = Math.min(1, workSide / Math.max(width, height));
  const small = { width: Math.max(cell, Math.round(width * scale)), height: Math.max(cell, Math.round(height * scale)) };
  const grey = await sharpOf(picture)
    .flatten({ background: 'white' })
    .resize({ ...small, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const { marked, columns, rows, linesFound } = linesIn(grey, small.width, small.height);
  if (linesFound === 0) return { picture, linesFound };
  const mask = await sharp(Buffer.from(marked.map((value) => value * 255)), { raw: { width: columns, height: rows, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const smeared = await pictureOf(sharpOf(picture).blur(Math.max(1, (cell * 1.6) / scale)));
  const patch = copyOf(smeared);
  for (let at = 3, pixel = 0; at < patch.rgba.length; at += 4, pixel++)
    patch.rgba[at] = (patch.rgba[at]! * Math.min(255, mask[pixel]! * 1.8)) / 255;
  return { picture: await over(patch, picture), linesFound };
}

function linesIn(grey: Buffer, width: number, height: number) {
  const columns = Math.floor(width / cell);
  const rows = Math.floor(height / cell);
  const isLettering = Uint8Array.from({ length: columns * rows }, (_, at) =>
    edgesIn(grey, width, (at % columns) * cell, Math.floor(at / columns) * cell) >= edgesMin ? 1 : 0,
  );
  const marked = new Uint8Array(columns * rows);
  let linesFound = 0;
  let wasLine = new Set<number>();
  for (let row = 0; row < rows; row++) {
    const line = new Set<number>();
    for (let column = 0, run = 0; column <= columns; column++) {
      const here = column < columns && isLettering[row * columns + column];
      if (here) run++;
      else {
        if (run >= lineCellsMin) for (let back = 1; back <= run; back++) line.add(column - back);
        run = 0;
      }
    }
    // Rows of squares directly below each other are one line.
    if (line.size > 0 && ![...line].some((column) => wasLine.has(column))) linesFound++;
    for (const column of line) markAround(marked, column, row, columns, rows);
    wasLine = line;
  }
  return { marked, columns, rows, linesFound };
}

/**
 * Counts strong brightness steps from left to right. In one row of a square, letters have several such steps; the outline of an object has
 * one.
 */
function edgesIn(grey: Buffer, width: number, left: number, top: number): number {
  let edges = 0;
  for (let y = top; y < top + cell; y++) {
    let steps = 0;
    for (let x = left + 1; x < left + cell; x++) {
      if (Math.abs(grey[y * width + x]! - grey[y * width + x - 1]!) > edgeStep) steps++;
    }
    if (steps > 1) edges += steps;
  }
  return edges;
}

function markAround(marked: Uint8Array, column: number, row: number, columns: number, rows: number): void {
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) marked[y * columns + x] = 1;
  }
}
