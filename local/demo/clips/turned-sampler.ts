/**
 * Samples a turned view: the photo like a card with one side edge nearer than the other. Each column has a different height, so rows
 * cannot share work. It costs about 1.5 times a flat view.
 */
import type { View } from './camera-moves.ts';
import { half, one, squareBits } from './fixed-point.ts';
import type { PlaneSampling } from './picture.ts';

/** Vertical positions are finer, because they are accumulated over the whole height of a column. */
const positionBits = 16;
const positionOne = 2 ** positionBits;
const weightShift = 8;

export function turnedPlaneSampler({ source, target, width, height, sitedAcross }: PlaneSampling) {
  const { data, width: sourceWidth } = source;
  const columns = {
    indexes: new Int32Array(width),
    weights: new Int32Array(width),
    tops: new Int32Array(width),
    steps: new Int32Array(width),
  };
  return (view: View): void => {
    placeColumns(columns, view, sitedAcross, source, height);
    const { indexes, weights, tops, steps } = columns;
    for (let y = 0; y < height; y++) {
      const targetRow = y * width;
      for (let x = 0; x < width; x++) {
        const position = tops[x]! + Math.imul(y, steps[x]!);
        const down = (position >> weightShift) & (one - 1);
        const across = weights[x]!;
        const at = Math.imul(position >> positionBits, sourceWidth) + indexes[x]!;
        const below = at + sourceWidth;
        const upper = data[at]! * (one - across) + data[at + 1]! * across;
        const lower = data[below]! * (one - across) + data[below + 1]! * across;
        target[targetRow + x] = (upper * (one - down) + lower * down + half) >> squareBits;
      }
    }
  };
}

type Columns = Record<'indexes' | 'weights' | 'tops' | 'steps', Int32Array>;

/** For each column of the frame: the photo's column before it, the weight of the column after it, its first row and its step. */
function placeColumns(
  { indexes, weights, tops, steps }: Columns,
  { left, top, scale, turn = 0 }: View,
  sited: number,
  source: { width: number; height: number },
  height: number,
): void {
  for (let x = 0; x < indexes.length; x++) {
    /** -1 at the left edge of the frame, 1 at the right edge. */
    const side = (2 * (x + sited)) / indexes.length - 1;
    const stretch = scale / (1 - turn * side);
    const across = (left + scale / 2 + (stretch * side) / 2) * source.width - 0.5;
    const position = Math.min(Math.max(across, 0), source.width - 1);
    const index = Math.min(Math.floor(position), source.width - 2);
    indexes[x] = index;
    weights[x] = Math.round((position - index) * one);
    // The outermost samples would be up to half a pixel outside. A slightly smaller step keeps the whole column inside.
    const step = (stretch * source.height) / height;
    const first = (top + scale / 2 - stretch / 2) * source.height + step / 2 - 0.5;
    const last = Math.min(first + step * (height - 1), source.height - 1.001);
    const firstInside = Math.max(first, 0);
    tops[x] = Math.round(firstInside * positionOne);
    steps[x] = Math.floor(((last - firstInside) / (height - 1)) * positionOne);
  }
}
