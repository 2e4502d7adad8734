/** Names the colours of the object in the middle of a photo. The same photo always has the same result. */
import sharp from 'sharp';

export type ColourName =
  | 'black'
  | 'white'
  | 'grey'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'turquoise'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'beige';

const pixelsMax = 8192 * 8192;
const side = 48;
/** Minimum distance of a product colour from the background, from 0 to 441. */
const apartMin = 48;
const secondColourShareMin = 0.2;

type Rgb = readonly [number, number, number];

/**
 * Returns one or two colours, the strongest first.
 * @throws if the photo cannot be read.
 */
export async function productColours(photo: Buffer): Promise<[ColourName, ...ColourName[]]> {
  const pixels = await sharp(photo, { limitInputPixels: pixelsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return coloursOf(pixels);
}

/** The colours of the middle that differ from the edge; if almost none does, all colours of the middle. */
function coloursOf(pixels: Buffer): [ColourName, ...ColourName[]] {
  const isEdge = (n: number) => n < side / 12 || n >= side - side / 12;
  const isMiddle = (n: number) => n >= side / 5 && n < side - side / 5;
  const edge = grid((x, y) => (isEdge(x) || isEdge(y) ? at(pixels, x, y) : undefined));
  const middle = grid((x, y) => (isMiddle(x) && isMiddle(y) ? at(pixels, x, y) : undefined));
  const background: Rgb = [0, 1, 2].map((channel) => mean(edge.map((rgb) => rgb[channel]!))) as unknown as Rgb;
  const product = middle.filter((rgb) => distance(rgb, background) > apartMin);
  const shares = new Map<ColourName, number>();
  const seen = product.length > middle.length / 50 ? product : middle;
  for (const rgb of seen) shares.set(nameOf(rgb), (shares.get(nameOf(rgb)) ?? 0) + 1 / seen.length);
  const [first, second] = [...shares].sort(([, a], [, b]) => b - a);
  const strongest = first?.[0] ?? 'grey';
  return second && second[1] >= secondColourShareMin ? [strongest, second[0]] : [strongest];
}

function nameOf([red, green, blue]: Rgb): ColourName {
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, chroma] = [(max + min) / 2, max - min];
  if (max < 45) return 'black';
  if (chroma < 24 || (lightness > 225 && chroma < 40)) return lightness > 205 ? 'white' : lightness < 60 ? 'black' : 'grey';
  const hue = hueOf([red, green, blue], max, chroma);
  if (hue < 18 || hue >= 340) return lightness > 165 ? 'pink' : 'red';
  if (hue < 40) return lightness > 165 && chroma < 110 ? 'beige' : chroma < 130 || max < 170 ? 'brown' : 'orange';
  if (hue < 68) return lightness > 180 && chroma < 70 ? 'beige' : max < 120 ? 'brown' : 'yellow';
  if (hue < 160) return 'green';
  if (hue < 195) return 'turquoise';
  if (hue < 258) return 'blue';
  return hue < 300 || lightness < 110 ? 'purple' : 'pink';
}

function hueOf([red, green, blue]: Rgb, max: number, chroma: number): number {
  if (max === red) return (60 * ((green - blue) / chroma) + 360) % 360;
  return max === green ? 60 * ((blue - red) / chroma) + 120 : 60 * ((red - green) / chroma) + 240;
}

function grid(pick: (x: number, y: number) => Rgb | undefined): Rgb[] {
  return Array.from({ length: side * side }, (_, n) => pick(n % side, Math.floor(n / side))).filter((rgb) => rgb !== undefined);
}

const at = (pixels: Buffer, x: number, y: number): Rgb => {
  const start = 3 * (y * side + x);
  return [pixels[start]!, pixels[start + 1]!, pixels[start + 2]!];
};
const distance = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
