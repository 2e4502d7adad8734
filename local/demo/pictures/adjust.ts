/** Light, colour and sharpness. Each function returns a new picture and does not change alpha. */
import { copyOf, over, type Picture, pictureOf, sharpOf } from './picture.ts';

function perPixel(picture: Picture, change: (r: number, g: number, b: number) => readonly [number, number, number]): Picture {
  const result = copyOf(picture);
  const { rgba } = result;
  for (let at = 0; at < rgba.length; at += 4) {
    const [r, g, b] = change(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
    rgba[at] = clamp(r);
    rgba[at + 1] = clamp(g);
    rgba[at + 2] = clamp(b);
  }
  return result;
}

const clamp = (value: number): number => Math.min(255, Math.max(0, value + 0.5));
const lightOf = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** An exponent below 1 makes dark areas lighter, above 1 darker. Black and white do not change. */
export function gamma(picture: Picture, exponent: number): Picture {
  const curve = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** exponent + 0.5);
  const result = copyOf(picture);
  const { rgba } = result;
  for (let at = 0; at < rgba.length; at += 4) {
    rgba[at] = curve[rgba[at]!]!;
    rgba[at + 1] = curve[rgba[at + 1]!]!;
    rgba[at + 2] = curve[rgba[at + 2]!]!;
  }
  return result;
}

/** Scales around the middle grey; above 1 increases contrast. */
export const contrast = (picture: Picture, factor: number): Picture =>
  perPixel(picture, (r, g, b) => [128 + (r - 128) * factor, 128 + (g - 128) * factor, 128 + (b - 128) * factor]);

/** 0 is grey, 1 changes nothing, above 1 is more vivid. */
export const saturate = (picture: Picture, factor: number): Picture =>
  perPixel(picture, (r, g, b) => {
    const light = lightOf(r, g, b);
    return [light + (r - light) * factor, light + (g - light) * factor, light + (b - light) * factor];
  });

/** Positive is warmer: 8-bit steps added to red and subtracted from blue. */
export const warm = (picture: Picture, by: number): Picture => perPixel(picture, (r, g, b) => [r + by, g + by * 0.15, b - by]);

export const sepia = (picture: Picture): Picture =>
  perPixel(picture, (r, g, b) => {
    const light = lightOf(r, g, b);
    return [light * 1.07 + 12, light * 0.95 + 6, light * 0.76];
  });

/** `sigma` in pixels. */
export const blur = (picture: Picture, sigma: number): Promise<Picture> => pictureOf(sharpOf(picture).blur(Math.max(0.3, sigma)));

export const sharpen = (picture: Picture, sigma: number): Promise<Picture> => pictureOf(sharpOf(picture).sharpen({ sigma, m1: 1, m2: 3 }));

/**
 * Removes fine detail but keeps edges. The result of a median filter is mixed with 35 % of the original, so that it still looks like a
 * photo.
 */
export async function smooth(picture: Picture): Promise<Picture> {
  const even = await pictureOf(sharpOf(picture).median(5));
  const rest = copyOf(picture);
  for (let at = 3; at < rest.rgba.length; at += 4) rest.rgba[at] = rest.rgba[at]! * 0.35;
  return over(rest, even);
}
