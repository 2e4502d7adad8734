/** The picture that a video begins with, rendered as its plan says: for the model itself, or for the outpainter that comes before it. */
import sharp, { type Sharp } from 'sharp';
import type { FramePlan } from '#shared/video/strategy.ts';

const jpeg = { quality: 92, chromaSubsampling: '4:4:4' } as const;
/** The surround is the photo itself, so soft that nothing in it can be told: made this much smaller, blurred there, and enlarged again. */
const surroundScale = 1 / 16;
const surroundBlur = 4;

/**
 * @param photo upright and in sRGB, as it was ingested.
 * @returns a JPEG of `plan.frame`'s size with the photo in its place, or of `plan.photo`'s size where the photo is extended next.
 */
export async function renderFrame(photo: Buffer, { processingStrategy, frame, photo: place }: FramePlan): Promise<Buffer> {
  const size = { width: place.width, height: place.height };
  // Shapes differ by a trim that nobody sees, at most: it is cut off rather than squeezed.
  const own = sharp(photo).resize({ ...size, fit: 'cover' });
  const fillsFrame = place.width === frame.width && place.height === frame.height;
  if (processingStrategy === 'OUTPAINTING_REQUIRED' || fillsFrame) return own.jpeg(jpeg).toBuffer();
  const [whole, surround] = await Promise.all([own.raw().toBuffer({ resolveWithObject: true }), surroundOf(photo, frame)]);
  const { width, height, channels } = whole.info;
  return surround
    .composite([{ input: whole.data, raw: { width, height, channels }, left: place.x, top: place.y }])
    .jpeg(jpeg)
    .toBuffer();
}

async function surroundOf(photo: Buffer, { width, height }: FramePlan['frame']): Promise<Sharp> {
  const [smallWidth, smallHeight] = [Math.round(width * surroundScale), Math.round(height * surroundScale)];
  const small = await sharp(photo)
    .resize({ width: smallWidth, height: smallHeight, fit: 'cover' })
    .blur(surroundBlur)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(small.data, { raw: { width: smallWidth, height: smallHeight, channels: small.info.channels } }).resize({
    width,
    height,
    fit: 'fill',
    kernel: 'cubic',
  });
}
