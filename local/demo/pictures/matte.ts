/**
 * Finds the product: the part whose colour differs from a background that is fitted to the border. Enclosed parts belong to the product.
 */
import { hash } from 'node:crypto';
import sharp from 'sharp';
import { copyOf, type Picture, type Rgb, sharpOf } from './picture.ts';

/** For each pixel, how much of it is product, from 0 to 255. */
export type Matte = { data: Uint8Array; width: number; height: number };

/** The cut is computed at this size; its soft edge hides the difference. */
const workSide = 320;
/** Depth of the border, as a share of the shorter side. */
const borderShare = 0.04;
const edgeSlope = 2.2;
/** Rows whose ends differ by more than this start or end inside the product. */
const sidesApartMax = 40;
/** Islands smaller than this share of the largest one are dropped as dust. */
const islandShareMin = 0.05;
/** Outside these shares of the picture, the cut has failed and the middle is used instead. */
const subjectShare = { min: 0.01, max: 0.93 };

/** A run judges many pictures against the same examples. */
const recentMax = 12;
const recent = new Map<string, Promise<Matte>>();

export function matteOf(picture: Picture): Promise<Matte> {
  const key = `${picture.width} ${hash('sha1', picture.rgba)}`;
  const matte = recent.get(key) ?? computedMatte(picture);
  // Deletes and sets the key, so that the least recently used one is the first.
  recent.delete(key);
  recent.set(key, matte);
  const [oldest] = recent.keys();
  if (recent.size > recentMax && oldest !== undefined) recent.delete(oldest);
  return matte;
}

async function computedMatte(picture: Picture): Promise<Matte> {
  const { width, height } = picture;
  const own = ownAlpha(picture);
  if (own) return own;
  const scale = Math.min(1, workSide / Math.max(width, height));
  const small = { width: Math.max(8, Math.round(width * scale)), height: Math.max(8, Math.round(height * scale)) };
  const rgb = await sharpOf(picture)
    .removeAlpha()
    .resize({ ...small, fit: 'fill' })
    .raw()
    .toBuffer();
  const cut = withoutIslands(closed(differences(rgb, small.width, small.height), small.width, small.height), small.width, small.height);
  const share = cut.reduce((sum, value) => sum + value, 0) / cut.length;
  const found = share < subjectShare.min || share > subjectShare.max ? middle(small.width, small.height) : cut;
  const data = await sharp(Buffer.from(found.map((value) => value * 255)), { raw: { ...small, channels: 1 } })
    // Blur and a steeper slope remove threads of one or two pixels and leave a soft edge.
    .blur(1.3)
    .linear(edgeSlope, -((edgeSlope - 1) / 2) * 255)
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** The matte of a picture that is already cut out. */
function ownAlpha({ rgba, width, height }: Picture): Matte | undefined {
  const data = new Uint8Array(width * height);
  let clear = 0;
  for (let at = 3, pixel = 0; at < rgba.length; at += 4, pixel++) {
    data[pixel] = rgba[at]!;
    if (rgba[at]! < 128) clear++;
  }
  return clear > data.length * subjectShare.min ? { data, width, height } : undefined;
}

/** Makes everything transparent except the product. */
export function cutOut(picture: Picture, matte: Matte): Picture {
  const result = copyOf(picture);
  for (let at = 3, pixel = 0; at < result.rgba.length; at += 4, pixel++)
    result.rgba[at] = (result.rgba[at]! * matte.data[pixel]!) / 255 + 0.5;
  return result;
}

export type Box = { left: number; top: number; width: number; height: number };

/** The smallest rectangle around all pixels that are more than half product. */
export function boxOf({ data, width, height }: Matte): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (data[at]! < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? { left: 0, top: 0, width, height } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** For each pixel, its distance from the expected background: 0 for background, 1 for product. */
function differences(rgb: Buffer, width: number, height: number): Float32Array {
  const border = borderPixels(width, height);
  const terms = termsOf(border, width, height);
  const background = [0, 1, 2].map((channel) => surfaceOf(fittedSurface(rgb, channel, border, terms), width, height));
  const [red, green, blue] = background as [Float32Array, Float32Array, Float32Array];
  const sides = sidesOf(rgb, width, height);
  const distance = new Float32Array(width * height);
  for (let pixel = 0; pixel < distance.length; pixel++) {
    const colour = colourAt(rgb, pixel);
    const fromSurface = distanceBetween(colour, [red[pixel]!, green[pixel]!, blue[pixel]!]);
    const side = sides[Math.floor(pixel / width)];
    distance[pixel] = side ? Math.min(fromSurface, distanceBetween(colour, between(side, (pixel % width) / width))) : fromSurface;
  }
  const noise = quantile(
    border.map((pixel) => distance[pixel]!),
    0.75,
  );
  const from = Math.min(40, Math.max(9, noise * 1.6));
  return distance.map((value) => smoothstep(from, from * 2.2, value));
}

const colourAt = (rgb: Buffer, pixel: number): Rgb => [rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!];

type Sides = { left: Rgb; right: Rgb };

/** The background colours at both ends of each row, for example where a wall meets a floor. Undefined if the ends differ. */
function sidesOf(rgb: Buffer, width: number, height: number): (Sides | undefined)[] {
  const depth = Math.max(2, Math.round(width * borderShare));
  const meanFrom = (start: number): Rgb => {
    const colours = Array.from({ length: depth }, (_, at) => colourAt(rgb, start + at));
    return [0, 1, 2].map((channel) => colours.reduce((sum, colour) => sum + colour[channel]!, 0) / depth) as unknown as Rgb;
  };
  return Array.from({ length: height }, (_, row) => {
    const sides = { left: meanFrom(row * width), right: meanFrom(row * width + width - depth) };
    return distanceBetween(sides.left, sides.right) < sidesApartMax ? sides : undefined;
  });
}

const between = ({ left, right }: Sides, share: number): Rgb => [
  left[0] + (right[0] - left[0]) * share,
  left[1] + (right[1] - left[1]) * share,
  left[2] + (right[2] - left[2]) * share,
];

/** A shadow on the background is still background: darkness counts half, a different hue counts more. */
function distanceBetween([r, g, b]: Rgb, [br, bg, bb]: Rgb): number {
  const light = 0.3 * (r - br) + 0.59 * (g - bg) + 0.11 * (b - bb);
  const hueSquared = (r - br - light) ** 2 + (g - bg - light) ** 2 + (b - bb - light) ** 2;
  const weighed = light < 0 && light > -70 ? light * 0.5 : light;
  return Math.sqrt(hueSquared * 2.25 + weighed * weighed);
}

function borderPixels(width: number, height: number): number[] {
  const depth = Math.max(2, Math.round(Math.min(width, height) * borderShare));
  const pixels: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x < depth || y < depth || x >= width - depth || y >= height - depth) pixels.push(y * width + x);
    }
  }
  return pixels;
}

/** Terms of a quadratic surface over the picture: 1, x, y, x², xy and y². */
const termCount = 6;

/** The terms of all pixels in one list. */
function termsOf(pixels: ArrayLike<number>, width: number, height: number): Float64Array {
  const terms = new Float64Array(pixels.length * termCount);
  for (let at = 0; at < pixels.length; at++) {
    const x = (pixels[at]! % width) / width - 0.5;
    const y = Math.floor(pixels[at]! / width) / height - 0.5;
    terms.set([1, x, y, x * x, x * y, y * y], at * termCount);
  }
  return terms;
}

/** Fits one channel of the background to the border, then fits it again without the outliers. */
function fittedSurface(rgb: Buffer, channel: number, border: number[], terms: Float64Array): number[] {
  const values = Float64Array.from(border, (pixel) => rgb[pixel * 3 + channel]!);
  const offBy = new Float64Array(border.length);
  let surface: number[] = [];
  for (let round = 0, limit = Number.POSITIVE_INFINITY; round < 3; round++) {
    surface = leastSquares(terms, values, (at) => offBy[at]! <= limit);
    for (let at = 0; at < border.length; at++) offBy[at] = Math.abs(valueAt(surface, terms, at) - values[at]!);
    limit = Math.max(6, 2 * quantile(offBy, 0.5));
  }
  return surface;
}

function surfaceOf(surface: number[], width: number, height: number): Float32Array {
  const [one, x1, y1, xx, xy, yy] = surface as [number, number, number, number, number, number];
  const values = new Float32Array(width * height);
  for (let row = 0, pixel = 0; row < height; row++) {
    const y = row / height - 0.5;
    for (let column = 0; column < width; column++, pixel++) {
      const x = column / width - 0.5;
      values[pixel] = one + x1 * x + y1 * y + xx * x * x + xy * x * y + yy * y * y;
    }
  }
  return values;
}

function valueAt(surface: number[], terms: Float64Array, at: number): number {
  let value = 0;
  for (let term = 0; term < termCount; term++) value += surface[term]! * terms[at * termCount + term]!;
  return value;
}

/** Solves the normal equations by Gauss elimination. The small diagonal keeps a plain border from being singular. */
function leastSquares(terms: Float64Array, values: Float64Array, isKept: (at: number) => boolean): number[] {
  const system = Array.from({ length: termCount }, (_, i) => Float64Array.from({ length: termCount + 1 }, (_, j) => (i === j ? 1e-6 : 0)));
  for (let at = 0; at < values.length; at++) {
    if (!isKept(at)) continue;
    const start = at * termCount;
    for (let i = 0; i < termCount; i++) {
      const row = system[i]!;
      const factor = terms[start + i]!;
      for (let j = 0; j < termCount; j++) row[j]! += factor * terms[start + j]!;
      row[termCount]! += factor * values[at]!;
    }
  }
  for (let i = 0; i < termCount; i++) {
    const pivot = system[i]!;
    for (let k = i + 1; k < termCount; k++) {
      const factor = system[k]![i]! / pivot[i]!;
      for (let j = i; j <= termCount; j++) system[k]![j]! -= factor * pivot[j]!;
    }
  }
  const solution: number[] = new Array(termCount).fill(0);
  for (let i = termCount - 1; i >= 0; i--) {
    let known = 0;
    for (let j = i + 1; j < termCount; j++) known += system[i]![j]! * solution[j]!;
    solution[i] = (system[i]![termCount]! - known) / system[i]![i]!;
  }
  return solution;
}

/** Everything that the border cannot reach through background is product, regardless of its colour. */
function closed(cut: Float32Array, width: number, height: number): Float32Array {
  const reached = new Uint8Array(cut.length);
  const open = borderPixels(width, height).filter((pixel) => cut[pixel]! < 0.5);
  for (const pixel of open) reached[pixel] = 1;
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    for (const next of neighbours(pixel, width, height)) {
      if (reached[next] || cut[next]! >= 0.5) continue;
      reached[next] = 1;
      open.push(next);
    }
  }
  return cut.map((value, pixel) => (reached[pixel] ? value : 1));
}

/** Drops small separate islands, and all remaining background. */
function withoutIslands(cut: Float32Array, width: number, height: number): Float32Array {
  const island = new Int32Array(cut.length);
  const sizes = [0];
  for (let start = 0; start < cut.length; start++) {
    if (island[start] || cut[start]! < 0.5) continue;
    const name = sizes.push(0) - 1;
    const open = [start];
    island[start] = name;
    for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
      sizes[name]!++;
      for (const next of neighbours(pixel, width, height)) {
        if (island[next] || cut[next]! < 0.5) continue;
        island[next] = name;
        open.push(next);
      }
    }
  }
  const sizeMin = Math.max(...sizes) * islandShareMin;
  const isProduct = (pixel: number): boolean => sizes[island[pixel]!]! > sizeMin && island[pixel]! > 0;
  return cut.map((value, pixel) => (isProduct(pixel) || neighbours(pixel, width, height).some(isProduct) ? value : 0));
}

function neighbours(pixel: number, width: number, height: number): number[] {
  const x = pixel % width;
  const found = [];
  if (x > 0) found.push(pixel - 1);
  if (x < width - 1) found.push(pixel + 1);
  if (pixel >= width) found.push(pixel - width);
  if (pixel < width * (height - 1)) found.push(pixel + width);
  return found;
}

function middle(width: number, height: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, pixel) => {
    const [x, y] = [((pixel % width) / width - 0.5) / 0.36, (Math.floor(pixel / width) / height - 0.5) / 0.4];
    return 1 - smoothstep(0.9, 1.1, Math.hypot(x, y));
  });
}

function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
