/**
 * Samples frames of a slow camera move at positions between pixels. With whole pixels, a slow move would visibly shake. Positions have a
 * precision of 1/256 pixel. The interpolation is bilinear and uses integers, so an eight-second clip takes only about one second to render.
 */
import type { View } from './camera-moves.ts';
import type { Picture, Plane } from './picture.ts';

/** Positions between two pixels and the weights of pixels are whole multiples of 1/256. */
const weightUnit = 256;
const roundingOffset = (weightUnit * weightUnit) / 2;
const squareBits = 16;

/**
 * Horizontal position of a sample in its cell, from 0 to 1. A luma sample is in the middle. A chroma sample of H.264 (location 'left') is
 * at a quarter of its cell: exactly on a luma sample of an even column.
 */
const centredPosition = 0.5;
const chromaLeft = 0.25;

/** Draws a view of the photo into an I420 buffer and returns this buffer. The next call overwrites the buffer. */
export type FrameSampler = (view: View) => Buffer;

/** @param width the width of the clip in pixels; width and height must be even */
export function createFrameSampler(picture: Picture, width: number, height: number): FrameSampler {
  const frame = Buffer.alloc((width * height * 3) / 2);
  const lumaSize = width * height;
  const planeAt = (from: number, size: number) => frame.subarray(from, from + size);
  const planes = [
    { source: picture.luma, target: planeAt(0, lumaSize), width, height, horizontalPosition: centredPosition },
    { source: picture.blue, target: planeAt(lumaSize, lumaSize / 4), width: width / 2, height: height / 2, horizontalPosition: chromaLeft },
    {
      source: picture.red,
      target: planeAt((lumaSize * 5) / 4, lumaSize / 4),
      width: width / 2,
      height: height / 2,
      horizontalPosition: chromaLeft,
    },
  ];
  const samplers = planes.map(createPlaneSampler);
  return (view) => {
    for (const draw of samplers) draw(view);
    return frame;
  };
}

type Axis = { indexes: Int32Array; weights: Int32Array };

/** Samples one plane of the frame from one plane of the photo. */
type PlaneSampling = {
  source: Plane;
  target: Uint8Array;
  /** Size of the frame's plane. */
  width: number;
  height: number;
  /** Horizontal position of a sample in its cell, 0 to 1. The vertical position is always in the middle. */
  horizontalPosition: number;
};

function createPlaneSampler({ source, target, width, height, horizontalPosition }: PlaneSampling) {
  const columns: Axis = { indexes: new Int32Array(width), weights: new Int32Array(width) };
  const rows: Axis = { indexes: new Int32Array(height), weights: new Int32Array(height) };
  let upper: Uint16Array = new Uint16Array(width);
  let lower: Uint16Array = new Uint16Array(width);
  return (view: View): void => {
    placeAxis(columns, source.width, view.left, view.scale, horizontalPosition);
    placeAxis(rows, source.height, view.top, view.scale, centredPosition);
    let upperRow = -1;
    let lowerRow = -1;
    for (let y = 0; y < height; y++) {
      const row = rows.indexes[y]!;
      if (row !== upperRow) {
        // The lower row becomes the next upper row, so each source row is blended once per frame.
        [upper, lower] = [lower, upper];
        upperRow = lowerRow;
        if (upperRow !== row) blendAlongRow(source, row, columns, upper);
        blendAlongRow(source, row + 1, columns, lower);
        [upperRow, lowerRow] = [row, row + 1];
      }
      blendRows(upper, lower, rows.weights[y]!, target, y * width);
    }
  };
}

/**
 * Sets two values for each target position on one axis: the index of the source sample before the position, and the weight of the next
 * sample.
 */
function placeAxis({ indexes, weights }: Axis, sourceLength: number, start: number, scale: number, samplePosition: number): void {
  const step = (scale * sourceLength) / indexes.length;
  for (let n = 0; n < indexes.length; n++) {
    const position = Math.min(Math.max(start * sourceLength + (n + samplePosition) * step - 0.5, 0), sourceLength - 1);
    const index = Math.min(Math.floor(position), sourceLength - 2);
    indexes[n] = index;
    weights[n] = Math.round((position - index) * weightUnit);
  }
}

function blendAlongRow(source: Plane, row: number, columns: Axis, out: Uint16Array): void {
  const { data, width } = source;
  const { indexes, weights } = columns;
  const rowStart = row * width;
  for (let x = 0; x < out.length; x++) {
    const sampleIndex = rowStart + indexes[x]!;
    const weight = weights[x]!;
    out[x] = data[sampleIndex]! * (weightUnit - weight) + data[sampleIndex + 1]! * weight;
  }
}

function blendRows(upper: Uint16Array, lower: Uint16Array, weight: number, target: Uint8Array, targetStart: number): void {
  const upperWeight = weightUnit - weight;
  for (let x = 0; x < upper.length; x++) {
    target[targetStart + x] = (upper[x]! * upperWeight + lower[x]! * weight + roundingOffset) >> squareBits;
  }
}
