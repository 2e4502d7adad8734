/** Renders the first picture of a video from the photo and its plan (docs/spec.md 5.4). */
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import type { FramePlan, Rect } from '#shared/video/strategy.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';
import { continueEdges } from './continue-edges.ts';

/** With this quality, a frame has less than 2 MB and no loss that matters for a vendor's model. */
const jpeg = { quality: 92, chromaSubsampling: '4:4:4' } as const;

/**
 * Renders the model's input, as a JPEG of the frame's size. For OUTPAINTING_REQUIRED, renders the outpainter's input: only the photo,
 * scaled to its place.
 * @param photo upright, in sRGB.
 * @throws AppError PreprocessingFailed
 */
export async function renderFrame(photo: Buffer, plan: FramePlan): Promise<Buffer> {
  try {
    const alone = openPicture(photo).resize({ ...sizeOf(plan.photo), fit: 'cover' });
    if (plan.processingStrategy !== 'PADDING_AND_CROP') return await alone.jpeg(jpeg).toBuffer();
    const placed = await alone.removeAlpha().toColourspace('srgb').raw().toBuffer();
    return await padded(placed, plan.photo, plan.frame);
  } catch (cause) {
    throw new AppError('PreprocessingFailed', { cause });
  }
}

/** It works on raw pixels, so that the photo is scaled only once and encoded only once. */
function padded(photo: Buffer, place: Rect, frame: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(3 * frame.width * frame.height);
  const lineBytes = 3 * place.width;
  for (let line = 0; line < place.height; line++) {
    photo.copy(pixels, 3 * ((place.y + line) * frame.width + place.x), line * lineBytes, (line + 1) * lineBytes);
  }
  continueEdges(pixels, frame, place);
  return fromPixels(pixels, { ...sizeOf(frame), channels: 3 })
    .jpeg(jpeg)
    .toBuffer();
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });
