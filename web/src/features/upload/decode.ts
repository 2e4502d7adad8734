/** Decodes a picture whole, measures it, and makes the small copy that stands for a large file (SPEC 9, images and ratios; K4, K9). */
import { thumbnailAboveBytes, thumbnailSide } from '#shared/upload/image-file.ts';

export type Decoded = {
  width: number;
  height: number;
  /** Only for files above 3 MB; missing then where none could be made. */
  small?: Blob;
};

const thumbnail = { type: 'image/jpeg', quality: 0.8 } as const;

/** Rejects for a file that cannot be decoded. */
export async function decode(file: Blob): Promise<Decoded> {
  const whole = await createImageBitmap(file);
  try {
    const { width, height } = whole;
    if (file.size <= thumbnailAboveBytes) return { width, height };
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
  canvas.getContext('2d')?.drawImage(small, 0, 0);
  small.close();
  return canvas.convertToBlob(thumbnail);
}
