/**
 * Finds bars at opposite edges of the picture. A bar has the same brightness in all frames, and it ends in a straight line. A product on a
 * plain background also has plain edges, but its outline is not a straight line across the picture.
 */
import type { Box } from '#shared/marketplaces/probe.ts';
import type { LumaFrame } from './luma.ts';

/**
 * Two limits for the difference to the brightness of the bar. Below `plain`, a pixel belongs to the bar, because compression changes the
 * brightness slightly. Above `picture`, a pixel belongs to the picture.
 */
const usualSearch = { plain: 10, picture: 16, needsStep: false };
/** The second search uses small differences, to find the bars of a dark picture. An added bar has exactly one brightness. */
const exactSearch = { plain: 2, picture: 4, needsStep: true };
type Search = typeof usualSearch;
/** Share of the pixels in a line that may differ because of noise. */
const noiseShare = 0.01;
/** In the line behind a bar, at least this share of the pixels must differ from the bar. */
const straightShare = 0.6;
/** Minimum thickness of a bar. A thinner bar is a rounding error of an encoder. */
const barShareMin = 0.02;
/** The last lines of a bar contain a mixture of bar and picture, because the frame was made smaller. */
const mixedLines = 3;
/** Maximum difference of brightness between two bars that belong together. */
const pairDifferenceMax = 6;
/**
 * Behind a bar, the brightness of the picture changes by less than this share of the step at the bar. In a vignette, the brightness changes
 * evenly.
 */
const evenShare = 1 / 3;
/** A frame on all sides that is brighter than this value is not a bar. It is the background of a product with straight edges. */
const frameBrightnessMax = 32;

/** Collects the minimum and the maximum brightness of each pixel. All frames have the same size. */
export function createBarsDetector(): { add(frame: LumaFrame): void; result(): Box | undefined } {
  let range: { low: Uint8Array; high: Uint8Array; width: number; height: number } | undefined;
  return {
    add({ data, width, height }) {
      range ??= { low: Uint8Array.from(data), high: Uint8Array.from(data), width, height };
      const { low, high } = range;
      if (width !== range.width || height !== range.height) return;
      for (let offset = 0; offset < data.length; offset++) {
        const value = data[offset] ?? 0;
        if (value < (low[offset] ?? 0)) low[offset] = value;
        if (value > (high[offset] ?? 0)) high[offset] = value;
      }
    },
    result: () => range && pictureInside(range),
  };
}

type Range = { low: Uint8Array; high: Uint8Array; width: number; height: number };
/** One line of pixels: the offset of its first pixel, the distance between pixels, and their number. */
type Line = { start: number; step: number; length: number };

/** Returns the box of the picture between the bars, or undefined if there are no bars. */
function pictureInside(range: Range): Box | undefined {
  const { width, height } = range;
  const [top, bottom] = barPair(range, height, (y) => ({ start: y * width, step: 1, length: width }));
  const [left, right] = barPair(range, width, (x) => ({ start: top * width + x, step: width, length: height - top - bottom }));
  if (top + bottom + left + right === 0) return undefined;
  if (top > 0 && left > 0 && (range.low[0] ?? 0) > frameBrightnessMax) return undefined;
  return { left, top, width: width - left - right, height: height - top - bottom };
}

/** Returns the thickness of the bars at both ends, or zeros if an end has no bar. */
function barPair(range: Range, count: number, lineAt: (n: number) => Line): [number, number] {
  const find = (at: (n: number) => Line) => barFrom(range, count, at, usualSearch) ?? barFrom(range, count, at, exactSearch);
  const near = find(lineAt);
  const far = find((n) => lineAt(count - 1 - n));
  if (!near || !far || Math.abs(near.colour - far.colour) > pairDifferenceMax) return [0, 0];
  return near.thickness + far.thickness >= count ? [0, 0] : [near.thickness, far.thickness];
}

type Bar = { thickness: number; colour: number };

function barFrom(range: Range, count: number, lineAt: (n: number) => Line, { plain, picture, needsStep }: Search): Bar | undefined {
  const first = lineAt(0);
  const colour = range.low[first.start + Math.floor(first.length / 2) * first.step] ?? 0;
  const distances = (line: Line) => distancesFrom(colour, range, line);
  const shareOf = (line: Line, difference: number) => distances(line).filter((distance) => distance > difference).length / line.length;
  let thickness = 0;
  while (thickness < count && shareOf(lineAt(thickness), plain) <= noiseShare) thickness += 1;
  if (thickness < barShareMin * count || thickness === count) return undefined;
  const behind = Array.from({ length: Math.min(mixedLines, count - thickness) }, (_, n) => shareOf(lineAt(thickness + n), picture));
  if (Math.max(...behind) < straightShare) return undefined;
  if (needsStep && !hasStep((n) => medianOf(distances(lineAt(Math.min(thickness + n, count - 1)))))) return undefined;
  return { thickness, colour };
}

/** Returns how much each pixel of a line differs from the bar, in the frame with the largest difference. */
function distancesFrom(colour: number, { low, high }: Range, { start, step, length }: Line): number[] {
  return Array.from({ length }, (_, n) => {
    const offset = start + n * step;
    return Math.max(Math.abs((low[offset] ?? 0) - colour), Math.abs((high[offset] ?? 0) - colour));
  });
}

const medianOf = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** @param brightnessAt the brightness behind the bar, as a difference from the bar. */
function hasStep(brightnessAt: (n: number) => number): boolean {
  const [step, further] = [brightnessAt(mixedLines - 1), brightnessAt(2 * mixedLines - 1)];
  return step > exactSearch.picture && Math.abs(further - step) <= Math.max(2, evenShare * step);
}
