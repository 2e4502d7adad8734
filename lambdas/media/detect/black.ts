/** Finds a black picture at the start and at the end of a video. */
import type { LumaFrame } from './luma.ts';

/** A pixel below this brightness is black. Compression changes a black pixel by less than this value. */
const blackMax = 32;
/** Minimum share of black pixels in a black frame. A product on a black background has fewer black pixels. */
const blackShareMin = 0.98;

export function isBlack({ data }: Pick<LumaFrame, 'data'>): boolean {
  let black = 0;
  for (const value of data) if (value <= blackMax) black += 1;
  return black >= blackShareMin * data.length;
}

export type BlackEnds = { blackStart: boolean; blackEnd: boolean };

/** Collects the frames of a video in their order. */
export function createBlackDetector(): { add(frame: LumaFrame): void; result(): BlackEnds } {
  let first: boolean | undefined;
  let last = false;
  return {
    add(frame) {
      last = isBlack(frame);
      first ??= last;
    },
    result: () => ({ blackStart: first ?? false, blackEnd: last }),
  };
}
