/** Converts a ratio such as `9:16` to CSS. */
import { sidesOf } from '#shared/video/ratio.ts';

export const cssRatio = (ratio: string): string => ratio.replace(':', ' / ');

/** Returns the largest width at which a picture of this ratio fits its container, which must have `container-type: size`. */
export const fittingWidth = (widthByHeight: number): string => `min(100cqw, calc(100cqh * ${widthByHeight}))`;

export function isWide(ratio: string): boolean {
  const { width, height } = sidesOf(ratio);
  return width > height;
}
