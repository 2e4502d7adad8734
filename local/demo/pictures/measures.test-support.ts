/** Draws a product photo from shapes, and measures pictures. */
import sharp from 'sharp';
import { type Picture, type Rgb, readPicture } from './picture.ts';

export const photoSide = 400;
/** The product is in the middle. */
export const productBox = { left: 120, top: 110, width: 160, height: 190 };
/** The text is below the product. */
export const textBox = { left: 60, top: 330, width: 280, height: 30 };

const background: Rgb = [206, 210, 204];
const product: Rgb = [150, 96, 70];

/** Returns a photo of a dull orange box. The grey background is darker on one side. The photo can also contain a line of text. */
export async function productPhoto({ hasText = false } = {}): Promise<Buffer> {
  const rgb = Buffer.alloc(photoSide * photoSide * 3);
  for (let y = 0, index = 0; y < photoSide; y++) {
    for (let x = 0; x < photoSide; x++, index += 3) rgb.set(colourAt(x, y, hasText), index);
  }
  return sharp(rgb, { raw: { width: photoSide, height: photoSide, channels: 3 } })
    .png()
    .toBuffer();
}

function colourAt(x: number, y: number, hasText: boolean): Rgb {
  if (isInside(productBox, x, y))
    return shade(product, 1 + 0.15 * Math.sin(x / 9) * Math.sin(y / 7) + 0.08 * Math.sin(1.7 * x + y) + (x - 200) / 400);
  // The strokes are 2 pixels wide with gaps of 3 pixels, similar to small letters.
  if (hasText && isInside(textBox, x, y) && x % 5 < 2) return [20, 20, 24];
  return shade(background, 1 - x / 4000);
}

const isInside = ({ left, top, width, height }: typeof productBox, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;
const shade = ([r, g, b]: Rgb, factor: number): Rgb =>
  [r * factor, g * factor, b * factor].map((value) => Math.min(255, value)) as unknown as Rgb;

export type Measures = {
  /** Mean brightness, from 0 to 255. */
  brightness: number;
  /** Standard deviation of the brightness. */
  contrast: number;
  /** Mean of the red value minus the blue value. */
  warmth: number;
  /** Mean difference between the channels of a pixel and their mean. */
  saturation: number;
  /** Mean difference between neighbouring pixels. */
  detail: number;
  /** Mean colour of the outermost pixels. */
  border: Rgb;
  /** Share of pixels that are more than half transparent. */
  transparentShare: number;
  width: number;
  height: number;
};

export async function measure(file: Buffer, box?: { left: number; top: number; width: number; height: number }): Promise<Measures> {
  return measuresOf(await readPicture(box ? await sharp(file).extract(box).png().toBuffer() : file));
}

function measuresOf({ rgba, width, height }: Picture): Measures {
  const count = width * height;
  const sums = { brightness: 0, squares: 0, warmth: 0, saturation: 0, detail: 0, transparentShare: 0 };
  const border = { r: 0, g: 0, b: 0, count: 0 };
  for (let pixel = 0; pixel < count; pixel++) {
    const index = pixel * 4;
    const [r, g, b] = [rgba[index]!, rgba[index + 1]!, rgba[index + 2]!];
    const brightness = (r + g + b) / 3;
    sums.brightness += brightness;
    sums.squares += brightness * brightness;
    sums.warmth += r - b;
    sums.saturation += (Math.abs(r - brightness) + Math.abs(g - brightness) + Math.abs(b - brightness)) / 3;
    if (rgba[index + 3]! < 128) sums.transparentShare++;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    if (x > 0) sums.detail += Math.abs(brightness - (rgba[index - 4]! + rgba[index - 3]! + rgba[index - 2]!) / 3);
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) {
      border.r += r;
      border.g += g;
      border.b += b;
      border.count++;
    }
  }
  const mean = sums.brightness / count;
  return {
    brightness: mean,
    contrast: Math.sqrt(sums.squares / count - mean * mean),
    warmth: sums.warmth / count,
    saturation: sums.saturation / count,
    detail: sums.detail / count,
    border: [border.r / border.count, border.g / border.count, border.b / border.count],
    transparentShare: sums.transparentShare / count,
    width,
    height,
  };
}
