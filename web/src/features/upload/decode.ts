/** Decodes a complete picture and measures it. Makes a small copy of a large file or of an animation (docs/spec.md 4). */
import { thumbnailSide } from '#shared/upload/image-file.ts';
import { fitSize } from './shrink.ts';

export type Decoded = {
  width: number;
  height: number;
  /** The small copy. Undefined if it was not requested or could not be made. */
  small?: Blob;
};

const thumbnail = { type: 'image/jpeg', quality: 0.8 } as const;

/** Decodes a file. For an animation, uses the first frame. Rejects if the file cannot be decoded. */
export async function decode(file: Blob, needsThumbnail: boolean): Promise<Decoded> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    if (!needsThumbnail) return { width, height };
    const small = await makeSmallCopy(bitmap).catch(() => undefined);
    return { width, height, ...(small && { small }) };
  } finally {
    bitmap.close();
  }
}

async function makeSmallCopy(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = fitSize(bitmap, thumbnailSide);
  const small = await createImageBitmap(bitmap, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  const canvas = new OffscreenCanvas(small.width, small.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  // A JPEG has no transparency, so the background is white. The first picture of a video also has a white background.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, small.width, small.height);
  context.drawImage(small, 0, 0);
  small.close();
  return canvas.convertToBlob(thumbnail);
}
