/** Measurements of a product photo: its background, and the product's light, colours and sharpness. */
import { type Matte, matteOf } from '../pictures/matte.ts';
import { type Picture, type Rgb, readPicture, sharpOf } from '../pictures/picture.ts';
import { withoutText } from '../pictures/text.ts';

/** Every picture is measured at this size, so that two files of one picture have equal results. */
const workSide = 384;
/** Depth of the border, as a share of the shorter side. */
const borderShare = 0.05;
const miniatureSide = 24;
const productMin = 160;
const backgroundMax = 60;
/** Number of histogram bins per channel for the product's colours. */
const binsPerChannel = 4;

export type Facts = {
  /** Mean colour of the border, and its standard deviation in 8-bit steps: low for an even background. */
  border: Rgb;
  borderDeviation: number;
  /** Standard deviation of everything except the product: high if other objects are in the picture. */
  backgroundDeviation: number;
  /** Mean light of the product, from 0 to 255, and the mean distance of its colours from grey. */
  productLight: number;
  productColour: number;
  /** Mean strength of the product's edges. */
  sharpness: number;
  /** How much darker the area directly below the product is than the border. */
  shadow: number;
  /** Number of text lines outside the product. */
  lines: number;
  /** Shares of the product's colours, independent of brightness; their sum is 1. */
  colours: number[];
  /** Share of the picture that is product. */
  productShare: number;
};

/** @throws UnreadablePicture */
export async function factsOf(file: Buffer): Promise<Facts> {
  const picture = await readPicture(file, workSide);
  const matte = await matteOf(picture);
  const border = tally();
  const back = tally();
  const product = tally();
  const colours = new Array<number>(binsPerChannel ** 2).fill(0);
  const depth = Math.max(2, Math.round(Math.min(picture.width, picture.height) * borderShare));
  let saturation = 0;
  forEachPixel(picture, (x, y, r, g, b, pixel) => {
    const isBorder = x < depth || y < depth || x >= picture.width - depth || y >= picture.height - depth;
    const share = matte.data[pixel]!;
    if (isBorder) border.add(r, g, b);
    if (share < backgroundMax) back.add(r, g, b);
    if (share <= productMin) return;
    product.add(r, g, b);
    saturation += Math.max(r, g, b) - Math.min(r, g, b);
    colours[binOf(r, g, b)]! += 1;
  });
  const count = Math.max(1, product.count());
  return {
    border: border.mean(),
    borderDeviation: border.deviation(),
    backgroundDeviation: back.deviation(),
    productLight: lightOf(product.mean()),
    productColour: saturation / count,
    sharpness: await sharpnessOf(picture, matte),
    shadow: shadowOf(picture, matte, lightOf(border.mean())),
    lines: await linesBeside(picture, matte),
    colours: colours.map((n) => n / count),
    productShare: count / (picture.width * picture.height),
  };
}

export const lightOf = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function forEachPixel(
  { rgba, width, height }: Picture,
  run: (x: number, y: number, r: number, g: number, b: number, pixel: number) => void,
) {
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      const at = pixel * 4;
      run(x, y, rgba[at]!, rgba[at + 1]!, rgba[at + 2]!, pixel);
    }
  }
}

/** Bin of a hue, by the shares of red and green: a brighter photo of the same product has the same bins. */
function binOf(r: number, g: number, b: number): number {
  const sum = r + g + b + 1;
  // Grey has a third of each. Most products are within a quarter around it.
  const step = (share: number) => Math.min(binsPerChannel - 1, Math.max(0, Math.floor((share - 0.13) * (binsPerChannel / 0.45))));
  return step(r / sum) * binsPerChannel + step(g / sum);
}

function tally() {
  const sums = [0, 0, 0];
  let [squares, count] = [0, 0];
  return {
    add(r: number, g: number, b: number) {
      sums[0]! += r;
      sums[1]! += g;
      sums[2]! += b;
      squares += ((r + g + b) / 3) ** 2;
      count++;
    },
    count: () => count,
    mean: (): Rgb => [sums[0]! / (count || 1), sums[1]! / (count || 1), sums[2]! / (count || 1)],
    deviation: () => Math.sqrt(Math.max(0, squares / (count || 1) - ((sums[0]! + sums[1]! + sums[2]!) / 3 / (count || 1)) ** 2)),
  };
}

/** Mean step between neighbouring pixels of the product, relative to its light. */
async function sharpnessOf(picture: Picture, { data }: Matte): Promise<number> {
  const { width, height } = picture;
  const grey = await sharpOf(picture).removeAlpha().toColourspace('b-w').raw().toBuffer();
  let [steps, light, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (data[at]! <= productMin) continue;
      const middle = grey[at]!;
      steps += Math.abs(4 * middle - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!);
      light += middle;
      count++;
    }
  }
  return count === 0 ? 0 : (100 * steps) / (light + count);
}

/** Compares the area directly below the product's lowest part with the border. */
function shadowOf({ rgba, width, height }: Picture, { data }: Matte, borderLight: number): number {
  const isProduct = (x: number, y: number) => data[y * width + x]! > productMin;
  let [sum, count] = [0, 0];
  const reach = Math.max(2, Math.round(height * 0.03));
  for (let x = 0; x < width; x++) {
    let lowest = -1;
    for (let y = height - 1; y >= 0 && lowest < 0; y--) if (isProduct(x, y)) lowest = y;
    for (let y = lowest + 2; lowest >= 0 && y < Math.min(height, lowest + 2 + reach); y++) {
      const at = (y * width + x) * 4;
      sum += lightOf([rgba[at]!, rgba[at + 1]!, rgba[at + 2]!]);
      count++;
    }
  }
  return count === 0 ? 0 : borderLight - sum / count;
}

/** Ignores lettering on the product, which belongs to it. */
async function linesBeside(picture: Picture, { data }: Matte): Promise<number> {
  const rest = Buffer.from(picture.rgba);
  for (let pixel = 0; pixel < data.length; pixel++) if (data[pixel]! > backgroundMax) rest.fill(200, pixel * 4, pixel * 4 + 3);
  const { linesFound } = await withoutText({ ...picture, rgba: rest });
  return linesFound;
}

/** Reads a file as a small picture for comparisons. */
export const miniature = async (file: Buffer): Promise<Buffer> =>
  sharpOf(await readPicture(file, workSide))
    .resize(miniatureSide, miniatureSide, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
