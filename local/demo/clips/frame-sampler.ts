/**
 * Samples frames of a slow camera move at positions between pixels. Rounding to whole pixels would make a slow move tremble. Positions
 * have a precision of 1/256 pixel, bilinear and in integers, so that an eight-second clip takes about a second.
 */
import type { View } from './camera-moves.ts';
import type { Picture, Plane } from './picture.ts';

/** Positions between two pixels, and thus their weights, are in units of 1/256. */
const one = 256;
const half = (one * one) / 2;
const squareBits = 16;

/** Position of a sample in its cell: luma is centred; H.264's chroma ('left') is on the even pixels, at a quarter. */
const centred = 0.5;
const leftSited = 0.25;

/** Draws the view into an I420 buffer that the next call overwrites. */
export type FrameSampler = (view: View) => Buffer;

/** @param width, height of the clip in pixels, both even. */
export function frameSampler(picture: Picture, width: number, height: number): FrameSampler {
  const frame = Buffer.alloc((width * height * 3) / 2);
  const lumaSize = width * height;
  const part = (from: number, size: number) => frame.subarray(from, from + size);
  const planes = [
    { source: picture.luma, target: part(0, lumaSize), width, height, sitedAcross: centred },
    { source: picture.blue, target: part(lumaSize, lumaSize / 4), width: width / 2, height: height / 2, sitedAcross: leftSited },
    { source: picture.red, target: part((lumaSize * 5) / 4, lumaSize / 4), width: width / 2, height: height / 2, sitedAcross: leftSited },
  ];
  const samplers = planes.map(planeSampler);
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
  /** Horizontal position of a sample in its cell, 0 to 1. Vertically, it is always in the middle. */
  sitedAcross: number;
};

function planeSampler({ source, target, width, height, sitedAcross }: PlaneSampling) {
  const columns: Axis = { indexes: new Int32Array(width), weights: new Int32Array(width) };
  const rows: Axis = { indexes: new Int32Array(height), weights: new Int32Array(height) };
  let upper: Uint16Array = new Uint16Array(width);
  let lower: Uint16Array = new Uint16Array(width);
  return (view: View): void => {
    placeAxis(columns, source.width, view.left, view.scale, sitedAcross);
    placeAxis(rows, source.height, view.top, view.scale, centred);
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

/** For each target position on one axis: the source sample before it, and the weight of the sample after it. */
function placeAxis({ indexes, weights }: Axis, sourceLength: number, start: number, scale: number, sited: number): void {
  const step = (scale * sourceLength) / indexes.length;
  for (let n = 0; n < indexes.length; n++) {
    const position = Math.min(Math.max(start * sourceLength + (n + sited) * step - 0.5, 0), sourceLength - 1);
    const index = Math.min(Math.floor(position), sourceLength - 2);
    indexes[n] = index;
    weights[n] = Math.round((position - index) * one);
  }
}

function blendAlongRow(source: Plane, row: number, columns: Axis, out: Uint16Array): void {
  const { data, width } = source;
  const { indexes, weights } = columns;
  const rowStart = row * width;
  for (let x = 0; x < out.length; x++) {
    const at = rowStart + indexes[x]!;
    const weight = weights[x]!;
    out[x] = data[at]! * (one - weight) + data[at + 1]! * weight;
  }
}

function blendRows(upper: Uint16Array, lower: Uint16Array, weight: number, target: Uint8Array, at: number): void {
  const rest = one - weight;
  for (let x = 0; x < upper.length; x++) {
    target[at + x] = (upper[x]! * rest + lower[x]! * weight + half) >> squareBits;
  }
}
