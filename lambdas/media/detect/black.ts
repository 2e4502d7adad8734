/** Finds a black picture at the start and at the end of a video. */
import type { LumaFrame } from './luma.ts';

/** Pixels below this brightness count as black. Compression changes a black pixel by less than this value. */
const blackMax = 32;
/** Minimum share of black pixels in a black frame. A product on a black background has fewer black pixels. */
const blackShareMin = 0.98;

/** Maximum difference between the bright and the dark pixels of a black picture. A dark scene has a larger difference. */
const blackSpreadMax = 12;

/** At both ends, two percent of the pixels do not count, because of noise. */
export function isBlack({ data }: Pick<LumaFrame, 'data'>): boolean {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const [dark, bright] = [levelAt(counts, (1 - blackShareMin) * data.length), levelAt(counts, blackShareMin * data.length)];
  return bright <= blackMax && bright - dark <= blackSpreadMax;
}

/** Returns the lowest brightness for which at least `pixels` pixels have this brightness or less. */
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
