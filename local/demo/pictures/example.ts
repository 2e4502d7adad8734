/** Measures the change of light and background between two pictures, and applies it to a third. */
import { matteOf } from './matte.ts';
import type { Picture, Rgb } from './picture.ts';

export type Look = {
  /** The plain border colour of the second picture, if it is new. */
  background: Rgb | undefined;
  apply(picture: Picture): Picture;
};

/** Maximum standard deviation of a plain border, in 8-bit values. */
const plainDeviationMax = 9;
const gainMin = 0.6;
const gainMax = 1.7;

export async function lookBetween(before: Picture, after: Picture): Promise<Look> {
  const [from, to] = [await measured(before), await measured(after)];
  const gains = to.product.map((value, channel) => Math.min(gainMax, Math.max(gainMin, (value + 8) / (from.product[channel]! + 8))));
  const isNewBackground = to.isPlain && (!from.isPlain || to.border.some((value, channel) => Math.abs(value - from.border[channel]!) > 20));
  const background = isNewBackground ? to.border : undefined;
  return { background, apply: (picture) => (background ? picture : withGains(picture, gains)) };
}

function withGains(picture: Picture, gains: number[]): Picture {
  const rgba = Buffer.from(picture.rgba);
  for (let at = 0; at < rgba.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) rgba[at + channel] = Math.min(255, rgba[at + channel]! * gains[channel]! + 0.5);
  }
  return { ...picture, rgba };
}

async function measured(picture: Picture) {
  const { rgba, width, height } = picture;
  const matte = await matteOf(picture);
  const depth = Math.max(1, Math.round(Math.min(width, height) * 0.03));
  const border = tally();
  const product = tally();
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      const isBorder = x < depth || y < depth || x >= width - depth || y >= height - depth;
      const at = pixel * 4;
      if (matte.data[pixel]! > 200) product.add(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
      else if (isBorder) border.add(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
    }
  }
  return { border: border.mean(), isPlain: border.deviation() < plainDeviationMax, product: product.mean() };
}

function tally() {
  const sums = [0, 0, 0];
  let [squares, count] = [0, 0];
  return {
    add(r: number, g: number, b: number) {
      sums[0]! += r;
      sums[1]! += g;
      sums[2]! += b;
      const light = (r + g + b) / 3;
      squares += light * light;
      count++;
    },
    mean: (): Rgb => [sums[0]! / (count || 1), sums[1]! / (count || 1), sums[2]! / (count || 1)],
    deviation: () => Math.sqrt(Math.max(0, squares / (count || 1) - ((sums[0]! + sums[1]! + sums[2]!) / 3 / (count || 1)) ** 2)),
  };
}
