/** Converts a ratio such as `9:16` to CSS. */
import { sidesOf } from '#shared/video/ratio.ts';

export const cssRatio = (ratio: string): string => ratio.replace(':', ' / ');

export function isWide(ratio: string): boolean {
  const { width, height } = sidesOf(ratio);
  return width > height;
}
