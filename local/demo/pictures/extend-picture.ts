/**
 * Carries a photo on beyond its edges. Close to an edge its texture goes on mirrored; with the distance that gives way to its edge's
 * colours, ever softer, so that nothing of the product is seen twice. A little grain keeps the new parts from looking like plastic.
 */
import sharp from 'sharp';

type Size = { width: number; height: number };
type RawInfo = Size & { channels: 3 };
type Raw = { data: Buffer; info: RawInfo };
type Margins = Record<'left' | 'right' | 'up' | 'down', number>;
/** `image`: the file of a picture; what is painted is the same for the same seed. */
type Extension = Margins & { image: Buffer; seed: number };

const channels = 3;
/** How far mirrored texture reaches, and how far the colours close to the edge do, as shares of the photo's shorter side. */
const textureReach = 0.05;
const nearReach = 0.25;
/** What is soft is made small: it costs little, and shows no difference. */
const softLongSide = 160;
/**
 * Medians leave out what is small: a thing that the photo cuts off does not go on as a smear. In pixels of the small picture, as
 * are the blurs.
 */
const nearSoftness = { median: 9, blur: 2.5 };
const farSoftness = { median: 41, blur: 9 };
const grain = 5;

export async function extendPicture({ image, seed, ...margins }: Extension): Promise<Raw> {
  const photo = await sharp(image)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = photo.info;
  const size = { width, height };
  const canvas = { width: width + margins.left + margins.right, height: height + margins.up + margins.down };
  const [texture, near, far] = await Promise.all([
    sharp(photo.data, { raw: { ...size, channels } })
      .extend({ ...extensionOf(margins, 1), extendWith: 'mirror' })
      .raw()
      .toBuffer(),
    softened(photo.data, { size, canvas, margins }, nearSoftness),
    softened(photo.data, { size, canvas, margins }, farSoftness),
  ]);
  mix({ texture, near, far, canvas, size, margins, seed });
  return { data: texture, info: { ...canvas, channels } };
}

type Place = { size: Size; canvas: Size; margins: Margins };

/** The colours of the photo's edges, carried on to the canvas's. */
async function softened(
  data: Buffer,
  { size, canvas, margins }: Place,
  { median, blur }: { median: number; blur: number },
): Promise<Buffer> {
  const scale = softLongSide / Math.max(canvas.width, canvas.height);
  const [width, height] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)];
  const small = sharp(data, { raw: { ...size, channels } })
    .resize(width, height, { fit: 'fill' })
    // A window that is larger than the picture is an error.
    .median(Math.min(median, width, height));
  // One sharp pipeline extends before it filters, whatever the order of its calls.
  const filtered = await small.raw().toBuffer({ resolveWithObject: true });
  const wide = await sharp(filtered.data, { raw: filtered.info as RawInfo })
    .extend({ ...extensionOf(margins, scale), extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const blurred = await sharp(wide.data, { raw: wide.info as RawInfo })
    .blur(blur)
    .raw()
    .toBuffer();
  return sharp(blurred, { raw: wide.info as RawInfo })
    .resize(canvas.width, canvas.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}

const extensionOf = ({ left, right, up, down }: Margins, scale: number) => ({
  left: Math.round(left * scale),
  right: Math.round(right * scale),
  top: Math.round(up * scale),
  bottom: Math.round(down * scale),
});

type Layers = {
  /** Gets the result. */
  texture: Buffer;
  near: Buffer;
  far: Buffer;
  canvas: Size;
  size: Size;
  margins: Margins;
  seed: number;
};

function mix({ texture, near, far, canvas, size, margins, seed }: Layers): void {
  const shorter = Math.min(size.width, size.height);
  const [textureEnd, nearEnd] = [textureReach * shorter, nearReach * shorter];
  const random = randomFrom(seed);
  for (let y = 0; y < canvas.height; y++) {
    const down = outside(y, margins.up, size.height);
    for (let x = 0; x < canvas.width; x++) {
      const distance = Math.hypot(outside(x, margins.left, size.width), down);
      if (distance === 0) continue;
      const textured = 1 - smooth(distance / textureEnd);
      const close = 1 - smooth(distance / nearEnd);
      // The sum of two is closer to the grain of a sensor than one alone. It sets in gently, so that no edge shows.
      const noise = grain * (random() + random() - 1) * smooth(distance / textureEnd);
      const at = channels * (y * canvas.width + x);
      for (let channel = at; channel < at + channels; channel++) {
        const soft = near[channel]! * close + far[channel]! * (1 - close);
        texture[channel] = Math.min(255, Math.max(0, texture[channel]! * textured + soft * (1 - textured) + noise));
      }
    }
  }
}

/** How many pixels a place lies beyond the photo. */
const outside = (at: number, start: number, length: number): number => Math.max(start - at, at - (start + length - 1), 0);

function smooth(share: number): number {
  const clamped = Math.min(1, share);
  return clamped * clamped * (3 - 2 * clamped);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
