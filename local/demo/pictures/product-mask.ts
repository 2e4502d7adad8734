/**
 * Finds the product in a photo. A flood fill starts at the border and covers all connected background. All other pixels are the product.
 * The colour of the background is interpolated from the four edges of the photo. So the mask is correct only if the background is a single
 * colour or a gradient.
 */
import sharp from 'sharp';
import { createCache } from '../../base/cache.ts';
import { keyOfFiles } from '../cache-by-files.ts';
import { copyPicture, type Picture, type Rgb, sharpOf } from './picture.ts';

export type ProductMask = {
  /** The share of each pixel that belongs to the product, from 0 to 255. */
  data: Uint8Array;
  width: number;
  height: number;
  /** False if the background is not a single colour or a gradient. Then the mask may contain more than the product. */
  isReliable: boolean;
  /** Number of separate parts in the mask. */
  parts: number;
};

/** The mask is computed for a small copy of this size. The difference is not visible, because the edge of the mask is soft. */
const workSidePixels = 512;
/** Width of the border of the photo, as a share of each side. */
const borderShare = 0.03;
/** A pixel is background if its colour distance from the interpolated background is at most this value, in 8-bit steps. */
const distanceMin = 11;
/** In noisy photos, the limit of the colour distance is higher. This is the highest limit, in 8-bit steps. */
const noiseMax = 16;
/** Brightness step between neighbours inside a soft shadow. An edge of a product is steeper. */
const shadowStepMax = 5;
/** Smallest share of the original brightness in a shadow. */
const shadowMin = 0.3;
/** Maximum colour distance between two opposite edges. If the distance is larger, the product reaches one of the edges. */
const oppositeEdgesDistanceMax = 60;
/** Maximum share of the border that a reliable mask may cover. */
const borderCutMax = 0.08;
/** Minimum colour step of a visible edge. */
const visibleStepMin = 14;
/** Minimum share of visible edges in the outline of a reliable mask. */
const visibleEdgeShareMin = 0.8;
const subjectShare = { min: 0.01, max: 0.9 };
/**
 * A part of the mask is ignored as dust if it is smaller than `islandShareMin` of the largest part. An enclosed background area, for
 * example inside a handle, is a hole if it is larger than `holeShareMin` of the picture.
 */
const islandShareMin = 0.05;
const holeShareMin = 0.002;

/** A run sends the same picture many times, and the search needs more time than all other steps. */
const cachedSearch = createCache<Found>();

export async function findProductMask(picture: Picture): Promise<ProductMask> {
  const { width, height } = picture;
  const alphaMask = maskFromAlpha(picture);
  if (alphaMask) return alphaMask;
  const scale = Math.min(1, workSidePixels / Math.max(width, height));
  const small = { width: Math.max(8, Math.round(width * scale)), height: Math.max(8, Math.round(height * scale)) };
  const rgb = await sharpOf(picture)
    .removeAlpha()
    .resize({ ...small, fit: 'fill' })
    .median(3)
    .raw()
    .toBuffer();
  const { cut, ...properties } = await cachedSearch(`${keyOfFiles([rgb])} ${small.width}`, async () =>
    findProduct(rgb, small.width, small.height),
  );
  const data = await sharp(cut, { raw: { ...small, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .blur(1.3 / scale)
    // The mask becomes slightly smaller, because the outermost pixels of the product contain light from the old background.
    .linear(3, -360)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data, width, height, ...properties };
}

type Found = { cut: Uint8Array; isReliable: boolean; parts: number };

/** Returns the mask of a picture that already has a transparent background. */
function maskFromAlpha({ rgba, width, height }: Picture): ProductMask | undefined {
  const data = new Uint8Array(width * height);
  let transparentCount = 0;
  for (let pixel = 0; pixel < data.length; pixel++) {
    data[pixel] = rgba[pixel * 4 + 3]!;
    if (data[pixel]! < 128) transparentCount++;
  }
  return transparentCount > data.length * subjectShare.min ? { data, width, height, isReliable: true, parts: 1 } : undefined;
}

/** Makes everything transparent except the product. */
export function cutOut(picture: Picture, productMask: ProductMask): Picture {
  const result = copyPicture(picture);
  for (let index = 3, pixel = 0; index < result.rgba.length; index += 4, pixel++)
    result.rgba[index] = (result.rgba[index]! * productMask.data[pixel]!) / 255 + 0.5;
  return result;
}

export type Box = { left: number; top: number; width: number; height: number };

/** Returns the smallest rectangle around all pixels that belong to the product by more than half. */
export function boxOf({ data, width, height }: Pick<ProductMask, 'data' | 'width' | 'height'>): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let pixel = 0; pixel < data.length; pixel++) {
    if (data[pixel]! < 128) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? { left: 0, top: 0, width, height } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Returns 255 for each pixel of the product, otherwise 0. If no product of a plausible size is found, the mask covers the middle of the
 * picture.
 */
function findProduct(rgb: Buffer, width: number, height: number): Found {
  const { plain, shaded, light } = distancesFromBackground(rgb, width, height);
  const border = borderPixels(width, height);
  const noise = Float32Array.from(border, (pixel) => plain[pixel]!).sort()[Math.floor(0.7 * border.length)]!;
  const limit = Math.max(distanceMin, Math.min(noise, noiseMax) * 2.2);
  const isBackground = new Uint8Array(width * height);
  const steps = neighbourSteps(width);
  const pending = border.filter((pixel) => plain[pixel]! < limit);
  const borderCut = 1 - pending.length / border.length;
  for (const pixel of pending) isBackground[pixel] = 1;
  for (let pixel = pending.pop(); pixel !== undefined; pixel = pending.pop()) {
    for (const step of steps) {
      const next = pixel + step;
      if (isBackground[next] !== 0) continue;
      const isShadow = shaded[next]! < limit && Math.abs(light[next]! - light[pixel]!) < shadowStepMax;
      if (plain[next]! >= limit && !isShadow) continue;
      isBackground[next] = 1;
      pending.push(next);
    }
  }
  const holes = findAreas((pixel) => !isBackground[pixel] && plain[pixel]! < limit / 2, width, height);
  const islands = findAreas((pixel) => !isBackground[pixel] && !(holes.sizeAt(pixel) > holeShareMin * isBackground.length), width, height);
  const sizeMin = Math.max(...islands.sizes) * islandShareMin;
  const cut = isBackground.map((_, pixel) => (islands.sizeAt(pixel) > sizeMin ? 255 : 0));
  const share = cut.reduce((sum, value) => sum + value, 0) / 255 / cut.length;
  if (share < subjectShare.min || share > subjectShare.max) return { cut: middleMask(width, height), isReliable: false, parts: 1 };
  const isReliable = noise < noiseMax && borderCut < borderCutMax && visibleEdgeShare(cut, rgb, width) > visibleEdgeShareMin;
  return { cut, isReliable, parts: islands.sizes.filter((size) => size > sizeMin).length };
}

/**
 * Returns the share of the mask's outline at which the picture also has a visible edge. The outline of a wrong mask is often in an area
 * without edges.
 */
function visibleEdgeShare(cut: Uint8Array, rgb: Buffer, width: number): number {
  let [outline, visible] = [0, 0];
  for (let pixel = 3 * width; pixel < cut.length - 3 * width; pixel++) {
    for (const step of [1, width]) {
      if (cut[pixel] === cut[pixel + step]) continue;
      outline++;
      if (distance(colourAt(rgb, pixel - step), colourAt(rgb, pixel + 2 * step)) > visibleStepMin) visible++;
    }
  }
  return visible / Math.max(1, outline);
}

/**
 * Returns two colour distances for each pixel: from the background, and from the background in a shadow. The background is interpolated
 * from the four edges (a Coons patch), so it can be a gradient, a vignette, or a wall above a floor.
 */
function distancesFromBackground(rgb: Buffer, width: number, height: number) {
  const { left, right, top, bottom } = edgesOf(rgb, width, height);
  const last = height - 1;
  const [plain, shaded, light] = [new Float32Array(width * height), new Float32Array(width * height), new Float32Array(width * height)];
  const background = [0, 0, 0];
  for (let y = 0, pixel = 0; y < height; y++) {
    const v = y / last;
    const [leftColour, rightColour] = [left[y]!, right[y]!];
    for (let x = 0; x < width; x++, pixel++) {
      const u = x / (width - 1);
      const [topColour, bottomColour] = [top[x]!, bottom[x]!];
      let [product, square, distanceSquare, shadedDistanceSquare] = [0, 0, 0, 0];
      for (let channel = 0; channel < 3; channel++) {
        const horizontal = leftColour[channel]! * (1 - u) + rightColour[channel]! * u;
        const vertical = topColour[channel]! * (1 - v) + bottomColour[channel]! * v;
        const atTop = left[0]![channel]! * (1 - u) + right[0]![channel]! * u;
        const atBottom = left[last]![channel]! * (1 - u) + right[last]![channel]! * u;
        background[channel] = horizontal + vertical - atTop * (1 - v) - atBottom * v;
        product += rgb[pixel * 3 + channel]! * background[channel]!;
        square += background[channel]! ** 2;
      }
      const shade = Math.min(1, Math.max(shadowMin, product / Math.max(1, square)));
      for (let channel = 0; channel < 3; channel++) {
        const value = rgb[pixel * 3 + channel]!;
        distanceSquare += (value - background[channel]!) ** 2;
        shadedDistanceSquare += (value - background[channel]! * shade) ** 2;
        light[pixel]! += value / 3;
      }
      plain[pixel] = Math.sqrt(distanceSquare);
      shaded[pixel] = Math.sqrt(shadedDistanceSquare);
    }
  }
  return { plain, shaded, light };
}

/**
 * Returns the colours along the four edges. If the product reaches an edge, nearby background colours replace the colours of the product.
 */
function edgesOf(rgb: Buffer, width: number, height: number) {
  const depth = { x: Math.max(2, Math.round(width * borderShare)), y: Math.max(2, Math.round(height * borderShare)) };
  const mean = (pixels: number[]): Rgb =>
    [0, 1, 2].map((channel) => pixels.reduce((sum, pixel) => sum + rgb[pixel * 3 + channel]!, 0) / pixels.length) as unknown as Rgb;
  const rowMean = (y: number, start: number) => mean(Array.from({ length: depth.x }, (_, n) => y * width + start + n));
  const columnMean = (x: number, start: number) => mean(Array.from({ length: depth.y }, (_, n) => (start + n) * width + x));
  const left = Array.from({ length: height }, (_, y) => rowMean(y, 0));
  const right = Array.from({ length: height }, (_, y) => rowMean(y, width - depth.x));
  for (let y = 1; y < height; y++) {
    if (distance(left[y]!, right[y]!) > oppositeEdgesDistanceMax) [left[y], right[y]] = [left[y - 1]!, right[y - 1]!];
  }
  const [top, bottom] = [0, height - 1].map((y) =>
    Array.from({ length: width }, (_, x) => {
      const measured = columnMean(x, y === 0 ? 0 : height - depth.y);
      const share = x / (width - 1);
      const expected = left[y]!.map((value, channel) => value + (right[y]![channel]! - value) * share) as unknown as Rgb;
      return distance(measured, expected) > oppositeEdgesDistanceMax ? expected : measured;
    }),
  ) as [Rgb[], Rgb[]];
  return { left, right, top, bottom };
}

const colourAt = (rgb: Buffer, pixel: number): Rgb => [rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!];

const distance = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function borderPixels(width: number, height: number): number[] {
  const depth = Math.max(2, Math.round(Math.min(width, height) * borderShare));
  const isBorder = (position: number, length: number) => position < depth || position >= length - depth;
  const pixels: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isBorder(x, width) || isBorder(y, height)) pixels.push(y * width + x);
  return pixels;
}

/** Finds the connected areas of all pixels that belong to the mask. */
function findAreas(isInMask: (pixel: number) => boolean, width: number, height: number) {
  const area = new Int32Array(width * height);
  const sizes = [0];
  const steps = neighbourSteps(width);
  for (let start = 0; start < area.length; start++) {
    if (area[start] || !isInMask(start)) continue;
    const areaId = sizes.push(0) - 1;
    const pending = [start];
    area[start] = areaId;
    for (let pixel = pending.pop(); pixel !== undefined; pixel = pending.pop()) {
      sizes[areaId]!++;
      for (const step of steps) {
        const next = pixel + step;
        if (area[next] !== 0 || !isInMask(next)) continue;
        area[next] = areaId;
        pending.push(next);
      }
    }
  }
  return { sizeAt: (pixel: number): number => sizes[area[pixel]!]!, sizes };
}

/**
 * Steps to the four neighbours of a pixel. The last pixel of a row also counts as a neighbour of the next row's first pixel. This has no
 * effect, because both are in the border.
 */
const neighbourSteps = (width: number): readonly number[] => [-1, 1, -width, width];

const middleMask = (width: number, height: number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, pixel) =>
    Math.hypot(((pixel % width) / width - 0.5) / 0.36, (Math.floor(pixel / width) / height - 0.5) / 0.4) < 1 ? 255 : 0,
  );
