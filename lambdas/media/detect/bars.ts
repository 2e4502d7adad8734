/**
 * Finds bars at opposite edges of the picture. A bar has one brightness in all frames, and it ends in a straight line. A product on a plain
 * background also has plain edges, but its outline is not a straight line across the picture.
 */
import type { Box } from '#shared/marketplaces/probe.ts';
import type { LumaFrame } from './luma.ts';

/** Maximum difference of brightness within a bar. Compression causes smaller differences. */
const plainDifference = 10;
/** A pixel with a larger difference to the bar belongs to the picture. */
const pictureDifference = 16;
/** Share of the pixels in a line of a bar that may have another brightness, because of noise. */
const noiseShare = 0.01;
/** Share of the line behind a bar that differs from the bar. */
const straightShare = 0.6;
/** Minimum thickness of a bar. A thinner bar is a rounding error of an encoder. */
const barShareMin = 0.02;
/** The lines at the end of a bar are mixed with the picture, because the frame was reduced. */
const mixedLines = 3;
/** Maximum difference of brightness between two bars that belong together. */
const sameColour = 6;

/** Collects the darkest and the brightest value of each pixel. All frames have the same size. */
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
  return { left, top, width: width - left - right, height: height - top - bottom };
}

/** Returns the thickness of the bars at both ends, or zeros if an end has no bar. */
function barPair(range: Range, count: number, lineAt: (n: number) => Line): [number, number] {
  const near = barFrom(range, count, lineAt);
  const far = barFrom(range, count, (n) => lineAt(count - 1 - n));
  if (!near || !far || Math.abs(near.colour - far.colour) > sameColour) return [0, 0];
  return near.thickness + far.thickness >= count ? [0, 0] : [near.thickness, far.thickness];
}

function barFrom(range: Range, count: number, lineAt: (n: number) => Line): { thickness: number; colour: number } | undefined {
  const { low } = range;
  const first = lineAt(0);
  const colour = low[first.start + Math.floor(first.length / 2) * first.step] ?? 0;
  const shareOf = (line: Line, difference: number) => {
    let different = 0;
    for (let n = 0; n < line.length; n++) {
      const offset = line.start + n * line.step;
      const distance = Math.max(Math.abs((range.low[offset] ?? 0) - colour), Math.abs((range.high[offset] ?? 0) - colour));
      if (distance > difference) different += 1;
    }
    return different / line.length;
  };
  let thickness = 0;
  while (thickness < count && shareOf(lineAt(thickness), plainDifference) <= noiseShare) thickness += 1;
  if (thickness < barShareMin * count || thickness === count) return undefined;
  const behind = Array.from({ length: Math.min(mixedLines, count - thickness) }, (_, n) =>
    shareOf(lineAt(thickness + n), pictureDifference),
  );
  return Math.max(...behind) >= straightShare ? { thickness, colour } : undefined;
}
