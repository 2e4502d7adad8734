/**
 * Limits of POST /api/stability/outpaint: the limits of the vendor (docs/vendors.md), and the size of the largest picture that we decode
 * completely.
 */
import type { Size } from '../size.ts';
import type { OutpaintParams } from './strategy.ts';

const pixelsMax = 9_437_184;
const stretchMax = 2.5;
const sideMax = 3840;

/** Returns a message for developers if a picture cannot be extended by these pixels, otherwise undefined. */
export function extensionError({ width, height }: Size, { left, right, up, down }: OutpaintParams): string | undefined {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > sideMax || width * height > pixelsMax)
    return `The picture may measure ${sideMax} pixels a side and ${pixelsMax} pixels in all, at most.`;
  if (long > stretchMax * short) return `The picture may be ${stretchMax} times as long as it is wide, at most.`;
  if (width + left + right > 2 * sideMax || height + up + down > 2 * sideMax)
    return `The extended picture may measure ${2 * sideMax} pixels a side, at most.`;
  return undefined;
}
