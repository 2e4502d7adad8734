/** Renders the first picture of a video from the photo and its plan (docs/spec.md 5.4). */
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import type { FramePlan, Rect } from '#shared/video/strategy.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';
import { continueEdges } from './continue-edges.ts';

/** With this quality, a frame has less than 2 MB. A vendor's model does not notice the loss of quality. */
const jpeg = { quality: 92, chromaSubsampling: '4:4:4' } as const;

/**
 * Renders the input of the model, as a JPEG with the size of the frame. For OUTPAINTING_REQUIRED, renders only the scaled photo, because
 * this is the input of the outpainting vendor.
 * @param photo upright, in sRGB.
 * @throws AppError PreprocessingFailed
 */
export async function renderFrame(photo: Buffer, plan: FramePlan): Promise<Buffer> {
  try {
    const scaledPhoto = openPicture(photo).resize({ ...sizeOf(plan.photo), fit: 'cover' });
    if (plan.processingStrategy !== 'PADDING_AND_CROP') return await scaledPhoto.jpeg(jpeg).toBuffer();
    const photoPixels = await scaledPhoto.removeAlpha().toColourspace('srgb').raw().toBuffer();
    return await padToFrame(photoPixels, plan.photo, plan.frame);
  } catch (cause) {
    throw new AppError('PreprocessingFailed', { cause });
  }
}

/** Places the photo in the frame and fills the area around it. Works with raw pixels, so that the photo is scaled and encoded only once. */
function padToFrame(photo: Buffer, photoRect: Rect, frame: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(3 * frame.width * frame.height);
  const lineBytes = 3 * photoRect.width;
  for (let line = 0; line < photoRect.height; line++) {
    photo.copy(pixels, 3 * ((photoRect.y + line) * frame.width + photoRect.x), line * lineBytes, (line + 1) * lineBytes);
  }
  continueEdges(pixels, frame, photoRect);
  return fromPixels(pixels, { ...sizeOf(frame), channels: 3 })
    .jpeg(jpeg)
    .toBuffer();
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });
