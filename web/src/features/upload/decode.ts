/** Decodes a complete picture, measures it, and makes the small copy that represents a large file or an animation (docs/spec.md 4). */
import { thumbnailSide } from '#shared/upload/image-file.ts';
import { fitted } from './shrink.ts';

export type Decoded = {
  width: number;
  height: number;
  /** Missing if it was not requested or could not be made. */
  small?: Blob;
};

const thumbnail = { type: 'image/jpeg', quality: 0.8 } as const;

/** Uses the first frame of an animation. Rejects for a file that cannot be decoded. */
export async function decode(file: Blob, wantsSmall: boolean): Promise<Decoded> {
  const whole = await createImageBitmap(file);
  try {
    const { width, height } = whole;
    if (!wantsSmall) return { width, height };
    const small = await smallCopy(whole).catch(() => undefined);
    return { width, height, ...(small && { small }) };
  } finally {
    whole.close();
  }
}

async function smallCopy(whole: ImageBitmap): Promise<Blob> {
  const { width, height } = fitted(whole, thumbnailSide);
  const small = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  const canvas = new OffscreenCanvas(small.width, small.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  // A JPEG has no transparency. The first picture of a video is on white, too.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, small.width, small.height);
  context.drawImage(small, 0, 0);
  small.close();
  return canvas.convertToBlob(thumbnail);
}
