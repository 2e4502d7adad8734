/** The picture that a video begins with, made of the photo and its plan (SPEC 4 'Video processing steps'). */
import sharp, { type OverlayOptions } from 'sharp';
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/video/ratio.ts';
import type { FramePlan, Rect } from '#shared/video/strategy.ts';

const renderSecondsMax = 20;
/** Nothing is lost to a vendor's eye at this quality, and a frame stays below 2 MB. */
const jpeg = { quality: 92, chromaSubsampling: '4:4:4' } as const;
/** The continuation is blurred in a picture so many times smaller: it holds nothing that the loss could be seen in. */
const blurScale = 8;
/** Blurred so much, in the small picture's pixels, that nothing of the product is recognized a second time. */
const blurSigma = 9;
/** Beyond the photo's border its mirror image fades into the blurred one over so many pixels, so that no line is seen. */
const fadePixels = 48;

/**
 * What the model is given, as a JPEG of the frame's size; for OUTPAINTING_REQUIRED what the outpainter is given, which is the photo
 * alone, scaled to its place.
 * @param photo upright, in sRGB.
 * @throws AppError PreprocessingFailed
 */
export async function renderFrame(photo: Buffer, plan: FramePlan): Promise<Buffer> {
  try {
    const alone = sharp(photo)
      .timeout({ seconds: renderSecondsMax })
      .resize({ ...sizeOf(plan.photo), fit: 'cover' });
    if (plan.processingStrategy !== 'PADDING_AND_CROP') return await alone.jpeg(jpeg).toBuffer();
    const placed = await alone.removeAlpha().toColourspace('srgb').raw().toBuffer();
    return await padded(placed, plan.photo, plan.frame);
  } catch (cause) {
    throw new AppError('PreprocessingFailed', { cause });
  }
}

/**
 * The photo in its place, going on beyond its edges: for some pixels as its own mirror image, which fades into the colours of its
 * edge, drawn out and blurred. A mirror image alone would show the product a second time.
 */
async function padded(photo: Buffer, place: Rect, frame: Size): Promise<Buffer> {
  const raw = { raw: { ...sizeOf(place), channels: 3 as const } };
  const around = {
    left: place.x,
    right: frame.width - place.x - place.width,
    top: place.y,
    bottom: frame.height - place.y - place.height,
  };
  const extended = (extendWith: 'mirror' | 'copy') =>
    sharp(photo, raw)
      .extend({ ...around, extendWith })
      .raw()
      .toBuffer();
  const whole = { raw: { ...frame, channels: 3 as const } };
  const blurred = await sharp(await extended('copy'), whole)
    .resize({ width: Math.ceil(frame.width / blurScale), height: Math.ceil(frame.height / blurScale), fit: 'fill' })
    .blur(blurSigma)
    .toBuffer({ resolveWithObject: true });
  const fading = await sharp(await extended('mirror'), whole)
    .joinChannel(fadeAround(place, frame), { raw: { ...frame, channels: 1 } })
    .raw()
    .toBuffer();
  const layers: OverlayOptions[] = [
    { input: fading, raw: { ...frame, channels: 4 } },
    { input: photo, ...raw, left: place.x, top: place.y },
  ];
  const background = await sharp(blurred.data, { raw: { width: blurred.info.width, height: blurred.info.height, channels: 3 } })
    .resize({ ...frame, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return sharp(background, whole).composite(layers).jpeg(jpeg).toBuffer();
}

/** An alpha channel: whole at the border of the place, gone `fadePixels` outside it. */
function fadeAround({ x, y, width, height }: Rect, frame: Size): Buffer {
  const outside = (at: number, from: number, length: number) => Math.max(from - at, at - (from + length - 1), 0);
  const across = Int32Array.from({ length: frame.width }, (_, at) => outside(at, x, width));
  const alpha = Buffer.allocUnsafe(frame.width * frame.height);
  for (let row = 0; row < frame.height; row++) {
    const along = outside(row, y, height);
    for (let at = 0; at < frame.width; at++) {
      const distance = Math.max(along, across[at] ?? 0);
      alpha[row * frame.width + at] = distance >= fadePixels ? 0 : 255 - Math.round((255 * distance) / fadePixels);
    }
  }
  return alpha;
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });
