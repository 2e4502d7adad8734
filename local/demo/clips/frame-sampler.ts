/**
 * Frames of a slow camera move, sampled between the pixels. A cropping filter that rounds to whole pixels makes a slow move
 * tremble; here a position is good to 1/256 of a pixel, bilinear and in integers, so that an eight-second clip costs about a second.
 */
import type { View } from './camera-moves.ts';
import { half, one, squareBits } from './fixed-point.ts';
import type { Picture, Plane, PlaneSampling } from './picture.ts';
import { turnedPlaneSampler } from './turned-sampler.ts';

/** Where in its cell a sample lies: pixels in the middle; H.264's chroma ('left') on the even pixels, a quarter in. */
const centred = 0.5;
const leftSited = 0.25;

/** Draws the view into one I420 buffer, which the next call overwrites. */
export type FrameSampler = (view: View) => Buffer;

/** @param width, height the clip's, in pixels, both even. */
export function frameSampler(picture: Picture, width: number, height: number): FrameSampler {
  const frame = Buffer.alloc((width * height * 3) / 2);
  const lumaSize = width * height;
  const part = (from: number, size: number) => frame.subarray(from, from + size);
  const planes = [
    { source: picture.luma, target: part(0, lumaSize), width, height, sitedAcross: centred },
    { source: picture.blue, target: part(lumaSize, lumaSize / 4), width: width / 2, height: height / 2, sitedAcross: leftSited },
    { source: picture.red, target: part((lumaSize * 5) / 4, lumaSize / 4), width: width / 2, height: height / 2, sitedAcross: leftSited },
  ];
  const flat = planes.map(planeSampler);
  const turned = planes.map(turnedPlaneSampler);
  return (view) => {
    for (const draw of view.turn ? turned : flat) draw(view);
    return frame;
  };
}

type Axis = { indexes: Int32Array; weights: Int32Array };

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
        // Going down, the row below becomes the row above: each source row is blended once a frame.
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

/** For each target position along one axis: the source sample before it, and the weight of the one after. */
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
