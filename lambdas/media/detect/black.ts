/** Finds a black picture at the start and at the end of a video. */
import type { LumaFrame } from './luma.ts';

/** A pixel below this brightness is black. Compression changes a black pixel by less than this value. */
const blackMax = 32;
/** Minimum share of black pixels in a black frame. A product on a black background has fewer black pixels. */
const blackShareMin = 0.98;

/** A black picture has at most this difference between its bright and its dark pixels. A dark scene has more. */
const blackSpreadMax = 12;

/** Two percent of the pixels at each end do not count, because of noise. */
export function isBlack({ data }: Pick<LumaFrame, 'data'>): boolean {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const [dark, bright] = [levelAt(counts, (1 - blackShareMin) * data.length), levelAt(counts, blackShareMin * data.length)];
  return bright <= blackMax && bright - dark <= blackSpreadMax;
}

/** Returns the brightness that this number of pixels does not exceed. */
function levelAt(counts: Uint32Array, pixels: number): number {
  let sum = 0;
  for (let level = 0; level < counts.length; level++) {
    sum += counts[level] ?? 0;
    if (sum >= pixels) return level;
  }
  return counts.length - 1;
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
