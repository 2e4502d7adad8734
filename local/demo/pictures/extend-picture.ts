/**
 * Extends a photo beyond its edges. Near an edge, the texture is mirrored. With distance, it fades into the increasingly blurred colours
 * of the edge, so that no part of the product appears twice. A little grain keeps the new parts from looking artificial.
 */
import sharp from 'sharp';

type Size = { width: number; height: number };
type RawInfo = Size & { channels: 3 };
type Raw = { data: Buffer; info: RawInfo };
type Margins = Record<'left' | 'right' | 'up' | 'down', number>;
/** `image` is an image file. The same seed paints the same result. */
type Extension = Margins & { image: Buffer; seed: number };

const channels = 3;
/** Reach of the mirrored texture and of the near edge colours, as shares of the photo's shorter side. */
const textureReach = 0.05;
const nearReach = 0.25;
/** Blurred layers are computed at a small size: it is fast, and the difference is not visible. */
const softLongSide = 160;
/**
 * A median removes small things, so that an object at the photo's edge does not continue as a smear. In pixels of the small picture, like
 * the blurs.
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

/** Extends the blurred colours of the photo's edges to the edges of the canvas. */
async function softened(
  data: Buffer,
  { size, canvas, margins }: Place,
  { median, blur }: { median: number; blur: number },
): Promise<Buffer> {
  const scale = softLongSide / Math.max(canvas.width, canvas.height);
  const [width, height] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)];
  const small = sharp(data, { raw: { ...size, channels } })
    .resize(width, height, { fit: 'fill' })
    // sharp throws if the window is larger than the picture.
    .median(Math.min(median, width, height));
  // A sharp pipeline extends before it filters, regardless of the call order, so the steps need separate pipelines.
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
  /** Receives the result. */
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
      // The sum of two random numbers is closer to sensor grain than one. It starts gradually, so that no edge is visible.
      const noise = grain * (random() + random() - 1) * smooth(distance / textureEnd);
      const at = channels * (y * canvas.width + x);
      for (let channel = at; channel < at + channels; channel++) {
        const soft = near[channel]! * close + far[channel]! * (1 - close);
        texture[channel] = Math.min(255, Math.max(0, texture[channel]! * textured + soft * (1 - textured) + noise));
      }
    }
  }
}

/** Distance from the photo in pixels, 0 inside it. */
const outside = (at: number, start: number, length: number): number => Math.max(start - at, at - (start + length - 1), 0);

function smooth(share: number): number {
  const clamped = Math.min(1, share);
  return clamped * clamped * (3 - 2 * clamped);
}

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
