/** Changes the light, colour and sharpness of a picture. Each function returns a new picture and does not change alpha. */
import { copyPicture, drawOver, type Picture, pictureOf, sharpOf } from './picture.ts';

function mapPixels(picture: Picture, change: (r: number, g: number, b: number) => readonly [number, number, number]): Picture {
  const result = copyPicture(picture);
  const { rgba } = result;
  for (let index = 0; index < rgba.length; index += 4) {
    const [r, g, b] = change(rgba[index]!, rgba[index + 1]!, rgba[index + 2]!);
    rgba[index] = clamp(r);
    rgba[index + 1] = clamp(g);
    rgba[index + 2] = clamp(b);
  }
  return result;
}

const clamp = (value: number): number => Math.min(255, Math.max(0, value + 0.5));
const luminanceOf = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** An exponent below 1 makes the picture brighter, and an exponent above 1 makes the picture darker. Black and white do not change. */
export function applyGamma(picture: Picture, exponent: number): Picture {
  const curve = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** exponent + 0.5);
  const result = copyPicture(picture);
  const { rgba } = result;
  for (let index = 0; index < rgba.length; index += 4) {
    rgba[index] = curve[rgba[index]!]!;
    rgba[index + 1] = curve[rgba[index + 1]!]!;
    rgba[index + 2] = curve[rgba[index + 2]!]!;
  }
  return result;
}

/** Scales the distance of each channel from middle grey. A factor above 1 increases the contrast. */
export const changeContrast = (picture: Picture, factor: number): Picture =>
  mapPixels(picture, (r, g, b) => [128 + (r - 128) * factor, 128 + (g - 128) * factor, 128 + (b - 128) * factor]);

/** The factor 0 makes the picture grey, 1 has no effect, and a factor above 1 makes the colours more vivid. */
export const saturate = (picture: Picture, factor: number): Picture =>
  mapPixels(picture, (r, g, b) => {
    const light = luminanceOf(r, g, b);
    return [light + (r - light) * factor, light + (g - light) * factor, light + (b - light) * factor];
  });

/** Adds the amount, in 8-bit steps, to red and subtracts it from blue. A positive amount makes the picture warmer. */
export const changeWarmth = (picture: Picture, amount: number): Picture =>
  mapPixels(picture, (r, g, b) => [r + amount, g + amount * 0.15, b - amount]);

export const applySepia = (picture: Picture): Picture =>
  mapPixels(picture, (r, g, b) => {
    const light = luminanceOf(r, g, b);
    return [light * 1.07 + 12, light * 0.95 + 6, light * 0.76];
  });

/** @param sigma the radius of the blur in pixels */
export const blur = (picture: Picture, sigma: number): Promise<Picture> => pictureOf(sharpOf(picture).blur(Math.max(0.3, sigma)));

export const sharpen = (picture: Picture, sigma: number): Promise<Picture> => pictureOf(sharpOf(picture).sharpen({ sigma, m1: 1, m2: 3 }));

/**
 * Removes fine detail but keeps edges. The result is 65 % the output of a median filter and 35 % the original. So the picture still looks
 * like a photo.
 */
export async function smooth(picture: Picture): Promise<Picture> {
  const filtered = await pictureOf(sharpOf(picture).median(5));
  const overlay = copyPicture(picture);
  for (let index = 3; index < overlay.rgba.length; index += 4) overlay.rgba[index] = overlay.rgba[index]! * 0.35;
  return drawOver(overlay, filtered);
}
