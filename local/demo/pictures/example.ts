/** Measures how light and background change between the two pictures of an example, and applies the same change to a photo. */
import { saturate } from './adjust.ts';
import { copyPicture, type Picture, pictureOf, type Rgb, sharpOf } from './picture.ts';
import { findProductMask, type ProductMask } from './product-mask.ts';

export type Look = {
  /** The border colour of the second picture; undefined if the border is not plain or has the colour of the first picture. */
  background: Rgb | undefined;
  /** Returns whether a photo already has the background of the second picture, because the photo was already edited with this example. */
  isAlreadyApplied(photo: Picture, productMask: ProductMask): boolean;
  apply(photo: Picture, productMask: ProductMask): Promise<Picture>;
};

/** Maximum standard deviation of a plain border, in 8-bit values. */
const plainDeviationMax = 9;
/** Two backgrounds with at most this difference have the same colour, in 8-bit values. */
const sameColourDifferenceMax = 12;
const gainMin = 0.6;
const gainMax = 1.8;
/** A colour cast is measured only if the background is nearly grey: each channel differs from the mean by less than this share. */
const castMax = 0.3;
/** Share of the colour cast that is removed. It is below 1, because the background itself can have a slight colour. */
const castCorrection = 0.65;
/** Maximum brightness of highlights. It is below white, so that some detail in them remains visible. */
const highlightMax = 246;

export async function compareLooks(before: Picture, after: Picture): Promise<Look> {
  const { width, height } = after;
  const productMask = await findProductMask(after);
  // The example shows the same product at the same position, so the mask of the second picture is used for both.
  const resizedBefore = await pictureOf(sharpOf(before).resize({ width, height, fit: 'cover' }));
  const [beforeLook, afterLook] = [measureLook(resizedBefore, productMask), measureLook(after, productMask)];
  const gain = Math.min(gainMax, Math.max(gainMin, afterLook.highlight / Math.max(1, beforeLook.highlight)));
  const colourGain = Math.min(1.3, Math.max(0.8, afterLook.saturation / Math.max(0.01, beforeLook.saturation)));
  const isNewBackground =
    afterLook.borderDeviation < plainDeviationMax &&
    beforeLook.border.some((value, channel) => Math.abs(value - afterLook.border[channel]!) > 20);
  return {
    background: isNewBackground ? afterLook.border : undefined,
    isAlreadyApplied: (photo, photoMask) =>
      isNewBackground &&
      measureLook(photo, photoMask).border.every(
        (value, channel) => Math.abs(value - afterLook.border[channel]!) < sameColourDifferenceMax,
      ),
    apply: async (photo, photoMask) => saturate(await adjustLight(photo, photoMask, { gain, highlightMax }), colourGain),
  };
}

/**
 * Makes the photo brighter until the highlights are bright enough. If the background is nearly grey, also removes a part of its colour
 * cast.
 */
export async function adjustLight(
  photo: Picture,
  productMask: ProductMask,
  light: { gain: number; highlightMax: number },
): Promise<Picture> {
  const { border, highlight } = measureLook(photo, productMask);
  const grey = (border[0] + border[1] + border[2]) / 3;
  const hasCast = productMask.isReliable && border.every((value) => Math.abs(1 - value / grey) < castMax);
  const gain = Math.min(light.gain, Math.max(1, light.highlightMax / highlight));
  const gains = border.map((value) => gain * (hasCast ? (grey / value) ** castCorrection : 1));
  // If a dark photo is made brighter, its sensor noise becomes visible. So the noise is removed first.
  const denoised = gain > 1.2 ? await pictureOf(sharpOf(photo).median(3)) : photo;
  return applyGains(denoised, gains);
}

function applyGains(picture: Picture, gains: number[]): Picture {
  const result = copyPicture(picture);
  for (let index = 0; index < result.rgba.length; index += 4) {
    for (let channel = 0; channel < 3; channel++)
      result.rgba[index + channel] = Math.min(255, result.rgba[index + channel]! * gains[channel]! + 0.5);
  }
  return result;
}

/** Returns the colour of the border and its standard deviation, and the highlights and the saturation of the product. */
export function measureLook({ rgba, width, height }: Picture, productMask: ProductMask) {
  const depth = Math.max(1, Math.round(Math.min(width, height) * 0.03));
  const sums = [0, 0, 0];
  const borderLight = { count: 0, squares: 0 };
  // Counts the product pixels for each highlight value, because a sorted list of a million values would take too long.
  const highlights = new Uint32Array(256);
  let [productPixels, saturation] = [0, 0];
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      const r = rgba[pixel * 4]!;
      const g = rgba[pixel * 4 + 1]!;
      const b = rgba[pixel * 4 + 2]!;
      if (productMask.data[pixel]! > 200) {
        highlights[Math.max(r, g, b)]!++;
        productPixels++;
        saturation += (Math.max(r, g, b) - Math.min(r, g, b)) / Math.max(1, r, g, b);
      } else if (x < depth || y < depth || x >= width - depth || y >= height - depth) {
        borderLight.count++;
        borderLight.squares += ((r + g + b) / 3) ** 2;
        sums[0]! += r;
        sums[1]! += g;
        sums[2]! += b;
      }
    }
  }
  const border = sums.map((sum) => sum / (borderLight.count || 1)) as unknown as Rgb;
  const mean = (border[0] + border[1] + border[2]) / 3;
  const variance = Math.max(0, borderLight.squares / (borderLight.count || 1) - mean ** 2);
  return {
    border,
    borderDeviation: Math.sqrt(variance),
    highlight: percentile(highlights, productPixels, 0.97) ?? 255,
    saturation: saturation / (productPixels || 1),
  };
}

/** Returns the smallest value that is not below this share of all pixels. Returns undefined if there are no pixels. */
function percentile(counts: Uint32Array, pixels: number, share: number): number | undefined {
  const rank = Math.floor(pixels * share);
  let lower = 0;
  for (const [value, count] of counts.entries()) {
    lower += count;
    if (lower > rank) return value;
  }
  return undefined;
}
