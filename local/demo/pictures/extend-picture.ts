/**
 * Adds area around a photo. Near an edge, the new area is the mirrored texture of the photo. Farther from the edge, the texture fades into
 * the blurred colours of the edge, so that no part of the product appears twice. A little grain makes the new area look natural.
 */
import sharp, { type Raw, type Sharp } from 'sharp';
import { randomFrom } from '../../base/random.ts';

type Margins = Record<'left' | 'right' | 'up' | 'down', number>;
/** `image` is an image file. The same seed gives the same result. */
type Extension = Margins & { image: Buffer; seed: number };

/** Reach of the mirrored texture, as a share of the photo's shorter side. */
const textureReachShare = 0.06;
/** The blurred layer is computed at a small size. This is fast, and the difference is not visible. */
const softLongSidePixels = 160;
/**
 * Size of a median filter, in pixels of the small picture. It removes small objects. Otherwise, an object at the photo's edge would leave a
 * blurred stripe in the new area.
 */
const softMedianPixels = 15;
const softBlurSigma = 5;
const grainAmplitude = 5;

export async function extendPicture({ image, seed, ...margins }: Extension): Promise<{ data: Buffer; info: Raw & { channels: 3 } }> {
  const { data, info } = await rgbOf(sharp(image).flatten({ background: '#ffffff' }));
  const canvas = { width: info.width + margins.left + margins.right, height: info.height + margins.up + margins.down };
  const { data: texture } = await rgbOf(sharp(data, { raw: info }).extend({ ...sidesOf(margins, 1), extendWith: 'mirror' }));
  const scale = softLongSidePixels / Math.max(canvas.width, canvas.height);
  const small = { width: Math.ceil(info.width * scale), height: Math.ceil(info.height * scale), fit: 'fill' } as const;
  // sharp always extends before it filters, regardless of the call order. So the steps need separate pipelines. The median filter then runs
  // only on the photo and needs a smaller window.
  const smoothed = await rgbOf(
    sharp(data, { raw: info })
      .resize(small)
      .median(Math.min(softMedianPixels, small.width, small.height)),
  );
  const wide = await rgbOf(sharp(smoothed.data, { raw: smoothed.info }).extend({ ...sidesOf(margins, scale), extendWith: 'copy' }));
  const blurred = await rgbOf(sharp(wide.data, { raw: wide.info }).blur(softBlurSigma));
  const softLayer = await rgbOf(sharp(blurred.data, { raw: blurred.info }).resize({ ...canvas, fit: 'fill', kernel: 'cubic' }));
  const reach = textureReachShare * Math.min(info.width, info.height);
  const random = randomFrom(seed);
  for (let y = 0, index = 0; y < canvas.height; y++) {
    const verticalDistance = distanceOutside(y, margins.up, info.height);
    for (let x = 0; x < canvas.width; x++, index += 3) {
      const distance = Math.hypot(distanceOutside(x, margins.left, info.width), verticalDistance);
      if (distance === 0) continue;
      const share = Math.min(1, distance / reach);
      const softness = share * share * (3 - 2 * share);
      // The sum of two random numbers is more similar to sensor grain than one random number. The grain increases gradually with the
      // distance, so that no edge is visible.
      const noise = grainAmplitude * (random() + random() - 1) * softness;
      for (let channel = index; channel < index + 3; channel++) {
        const mixed = texture[channel]! * (1 - softness) + softLayer.data[channel]! * softness + noise;
        texture[channel] = Math.min(255, Math.max(0, mixed));
      }
    }
  }
  return { data: texture, info: { ...canvas, channels: 3 } };
}

async function rgbOf(image: Sharp): Promise<{ data: Buffer; info: Raw & { channels: 3 } }> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: 3 } };
}

const sidesOf = ({ left, right, up, down }: Margins, scale: number) => ({
  left: Math.round(left * scale),
  right: Math.round(right * scale),
  top: Math.round(up * scale),
  bottom: Math.round(down * scale),
});

/** Returns the distance from the photo in pixels. The distance is 0 inside the photo. */
const distanceOutside = (position: number, start: number, length: number): number =>
  Math.max(start - position, position - (start + length - 1), 0);
