/** Decodes a picture whole, measures it, and makes the small copy that stands for a large file or a moving one (SPEC 9, images and ratios; K4, K9). */
import { thumbnailSide } from '#shared/upload/image-file.ts';

export type Decoded = {
  width: number;
  height: number;
  /** Only where it was asked for; missing then where none could be made. */
  small?: Blob;
};

const thumbnail = { type: 'image/jpeg', quality: 0.8 } as const;

/** Of a moving picture, its first frame. Rejects for a file that cannot be decoded. */
export async function decode(file: Blob, wantsSmall: boolean): Promise<Decoded> {
  const whole = await createImageBitmap(file);
  try {
    const { width, height } = whole;
    if (!wantsSmall) return { width, height };
    const small = await shrink(whole).catch(() => undefined);
    return { width, height, ...(small && { small }) };
  } finally {
    whole.close();
  }
}

async function shrink(whole: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, thumbnailSide / Math.max(whole.width, whole.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const small = await createImageBitmap(whole, {
    resizeWidth: side(whole.width),
    resizeHeight: side(whole.height),
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(small.width, small.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  // A JPEG knows no transparency; the video's still stands on white, too.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, small.width, small.height);
  context.drawImage(small, 0, 0);
  small.close();
  return canvas.convertToBlob(thumbnail);
}
