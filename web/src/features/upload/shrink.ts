/** Makes a large picture small enough to be sent. The orientation stays correct, because a decoded picture is already upright. */
import { imageBytesMax } from '#shared/upload/image-file.ts';

/** The server also limits each side to this number of pixels, so no additional detail is lost. */
export const shrunkSideMax = 3840;

/** The page tries these settings in this order until the file is small enough. */
const attempts = [
  { scale: 1, quality: 0.92 },
  { scale: 1, quality: 0.8 },
  { scale: 0.7, quality: 0.8 },
  { scale: 0.4, quality: 0.8 },
];

/** Returns the size with the same ratio whose longer side is at most `max` pixels. */
export function fitSize({ width, height }: { width: number; height: number }, max: number): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** Returns a smaller copy. Rejects if the file cannot be decoded. The copy is transparent only if the browser can write WebP. */
export async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  try {
    // Only these formats can be transparent.
    const type = ['image/png', 'image/webp', 'image/avif', 'image/gif'].includes(file.type) ? 'image/webp' : 'image/jpeg';
    for (const { scale, quality } of attempts) {
      const blob = await drawScaled(bitmap, fitSize(bitmap, Math.round(shrunkSideMax * scale)), type, quality);
      if (blob.size <= imageBytesMax) return blob;
    }
  } finally {
    bitmap.close();
  }
  throw new Error('The picture stays too large');
}

async function drawScaled(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
  type: string,
  quality: number,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality });
}
