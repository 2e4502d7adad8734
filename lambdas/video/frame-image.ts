/** The picture that a video begins with, made of the photo and its plan (SPEC 4 'Video processing steps'). */
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/video/ratio.ts';
import type { FramePlan, Rect } from '#shared/video/strategy.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';
import { continueEdges } from './continue-edges.ts';

/** Nothing is lost to a vendor's eye at this quality, and a frame stays below 2 MB. */
const jpeg = { quality: 92, chromaSubsampling: '4:4:4' } as const;

/**
 * What the model is given, as a JPEG of the frame's size; for OUTPAINTING_REQUIRED what the outpainter is given, which is the photo
 * alone, scaled to its place.
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

/** Straight from pixels to pixels: the photo is scaled once and encoded once. */
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
