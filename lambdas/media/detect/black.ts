/** Finds a black picture at the start and at the end of a video. */
import type { LumaFrame } from './luma.ts';

/** A darker pixel is black. Compression changes a black pixel by less. */
const blackMax = 32;
/** Share of the pixels that are black in a black frame. A product on a black background covers more than the rest. */
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
