/** What can be extended by a call of its own: what the vendor takes (docs/vendors.md), and what we decode without making it smaller. */
import type { Size } from './ratio.ts';
import type { OutpaintParams } from './strategy.ts';

const pixelsMax = 9_437_184;
const stretchMax = 2.5;
const sideMax = 3840;

/** Why a picture of this size cannot be extended so far, in words for a programmer; undefined where it can. */
export function extensionError({ width, height }: Size, { left, right, up, down }: OutpaintParams): string | undefined {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > sideMax || width * height > pixelsMax)
    return `The picture may measure ${sideMax} pixels a side and ${pixelsMax} pixels in all, at most.`;
  if (long > stretchMax * short) return `The picture may be ${stretchMax} times as long as it is wide, at most.`;
  if (width + left + right > 2 * sideMax || height + up + down > 2 * sideMax)
    return `The extended picture may measure ${2 * sideMax} pixels a side, at most.`;
  return undefined;
}
