/**
 * Finds the product on a plain background. A shadow is not part of the product. A shadow is soft, has no colour, and is at an edge of the
 * content. An edge of a product has a colour or a sharp step.
 */
import type { Box } from '#shared/marketplaces/probe.ts';

/** Pixels with 4 channels: red, green, blue, alpha. */
type Pixels = { data: Buffer; width: number; height: number };

/** Minimum value of each colour channel of a white border pixel. */
const whiteMin = 254;
/** JPEG changes pixels around the product slightly. With the rule `waves`, this share of the border may be darker than `whiteMin`. */
const waveShareMax = 0.25;
/** With the rule `waves`, no pixel of the border may be darker than this value. */
const waveMin = 250;
/** Maximum difference to the background that compression can cause. Pixels with a larger difference are content. */
const contentDifference = 8;
/** Minimum alpha value of the product. Pixels below this value belong to a soft shadow. */
const opaqueMin = 128;
/** Maximum difference between the colour channels of a shadow. */
const shadowChroma = 16;
/** Maximum change of a shadow from a pixel to the next one, in a picture with the side `shadowSide`. */
const shadowStep = 7;
/** In a smaller picture, a shadow changes faster, so the maximum change is higher. */
const shadowSide = 1024;
/** Share of the pixels in a line of the shadow that may look like an edge because of noise. */
const noiseShare = 0.004;
/** Share of the border that may differ from the background. */
const borderDifferentMax = 0.002;

type Background = { colour: [number, number, number] | 'transparent'; isWhite: boolean };

/**
 * `exact`: a file that we deliver must have an exactly white border. `waves`: a file of a visitor may have small JPEG errors in the border.
 */
export type WhiteRule = 'exact' | 'waves';

/** Returns undefined if the border of the image is not plain. */
export function backgroundOf(pixels: Pixels, white: WhiteRule): Background | undefined {
  const border = borderOffsets(pixels);
  const { data } = pixels;
  const transparent = border.filter((offset) => alphaAt(data, offset) < opaqueMin).length;
  if (transparent >= border.length * (1 - borderDifferentMax)) return { colour: 'transparent', isWhite: false };
  if (transparent > 0) return undefined;
  const colour = [0, 1, 2].map((channel) => medianOf(border.map((offset) => data[offset + channel] ?? 0))) as [number, number, number];
  const different = border.filter((offset) => differenceAt(data, offset, colour) > contentDifference).length;
  if (different > border.length * borderDifferentMax) return undefined;
  const darkest = border.map((offset) => Math.min(data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0));
  const waves = darkest.filter((value) => value < whiteMin);
  const wavesMax = white === 'waves' ? waveShareMax * border.length : 0;
  return { colour, isWhite: waves.length <= wavesMax && waves.every((value) => value >= waveMin) };
}

/** Returns the box of the product without its shadow, or undefined if the image has no content. */
export function productBox(pixels: Pixels, { colour }: Background): Box | undefined {
  const isContent =
    colour === 'transparent'
      ? (offset: number) => alphaAt(pixels.data, offset) >= opaqueMin
      : (offset: number) => differenceAt(pixels.data, offset, colour) > contentDifference;
  const content = contentBox(pixels, isContent);
  return content && colour !== 'transparent' ? withoutShadow(pixels, content, isContent) : content;
}

function contentBox({ width, height }: Pixels, isContent: (offset: number) => boolean): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isContent(4 * (y * width + x))) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Removes the lines at the edges of the box that contain only shadow. */
function withoutShadow(pixels: Pixels, box: Box, isContent: (offset: number) => boolean): Box | undefined {
  const { data, width, height } = pixels;
  const stepMax = shadowStep * Math.max(1, shadowSide / Math.max(width, height));
  const isHard = (x: number, y: number): boolean => {
    const offset = 4 * (y * width + x);
    if (!isContent(offset)) return false;
    if (chromaAt(data, offset) > shadowChroma) return true;
    const below = y + 1 < height ? offset + 4 * width : offset;
    const right = x + 1 < width ? offset + 4 : offset;
    return Math.max(stepBetween(data, offset, below), stepBetween(data, offset, right)) > stepMax;
  };
  const countIn = (from: number, to: number, at: (n: number) => boolean) => {
    let count = 0;
    for (let n = from; n <= to; n++) if (at(n)) count += 1;
    return count;
  };
  let [left, top, right, bottom] = [box.left, box.top, box.left + box.width - 1, box.top + box.height - 1];
  const isSoftRow = (y: number) => countIn(left, right, (x) => isHard(x, y)) <= noiseShare * (right - left + 1);
  const isSoftColumn = (x: number) => countIn(top, bottom, (y) => isHard(x, y)) <= noiseShare * (bottom - top + 1);
  while (bottom > top && isSoftRow(bottom)) bottom -= 1;
  while (top < bottom && isSoftRow(top)) top += 1;
  while (right > left && isSoftColumn(right)) right -= 1;
  while (left < right && isSoftColumn(left)) left += 1;
  // A product without any edge, for example a white one, keeps the box of all content.
  return bottom - top < 2 || right - left < 2 ? box : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function borderOffsets({ width, height }: Pixels): number[] {
  const offsets: number[] = [];
  for (let x = 0; x < width; x++) offsets.push(4 * x, 4 * ((height - 1) * width + x));
  for (let y = 1; y < height - 1; y++) offsets.push(4 * y * width, 4 * (y * width + width - 1));
  return offsets;
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const alphaAt = (data: Buffer, offset: number): number => data[offset + 3] ?? 0;

const differenceAt = (data: Buffer, offset: number, [red, green, blue]: [number, number, number]): number =>
  Math.max(Math.abs((data[offset] ?? 0) - red), Math.abs((data[offset + 1] ?? 0) - green), Math.abs((data[offset + 2] ?? 0) - blue));

const chromaAt = (data: Buffer, offset: number): number => {
  const channels = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
  return Math.max(...channels) - Math.min(...channels);
};

const stepBetween = (data: Buffer, one: number, other: number): number =>
  Math.max(...[0, 1, 2].map((channel) => Math.abs((data[one + channel] ?? 0) - (data[other + channel] ?? 0))));
