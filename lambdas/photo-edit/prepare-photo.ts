import { AppError } from '#shared/errors.ts';
import { outputPixelsMax } from '#shared/photo-edit/settings.ts';
import type { Size } from '#shared/size.ts';
import { imageSideMax, sniffImageType } from '#shared/upload/image-file.ts';
import { openPicture, sizeOf, throwUnreadable, thumbnailOf } from '../platform/picture.ts';
import type { Picture } from '../vendors/image-port.ts';

const jpegQuality = 95;

/**
 * Converts an upload or a result to the vendor's input: its first frame, upright, in sRGB, with at most 25 megapixels and 8192 pixels per
 * side. Transparency is kept. Metadata, such as place and date, is removed.
 * @param folder see `sizeOf`.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function preparePhoto(
  upload: Buffer,
  folder: string,
): Promise<Picture & { contentType: 'image/png' | 'image/jpeg'; size: Size }> {
  const { width, height } = await sizeOf(upload, folder);
  try {
    const photo = openPicture(upload);
    const { hasAlpha } = await photo.metadata();
    const scale = Math.min(1, Math.sqrt(outputPixelsMax / (width * height)), imageSideMax / Math.max(width, height));
    const upright = photo.autoOrient().toColourspace('srgb');
    const longest = Math.floor(Math.max(width, height) * scale);
    const resized = scale < 1 ? upright.resize({ width: longest, height: longest, fit: 'inside' }) : upright;
    const format = hasAlpha ? resized.png() : resized.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' });
    const { data: bytes, info } = await format.toBuffer({ resolveWithObject: true });
    return { bytes, contentType: hasAlpha ? 'image/png' : 'image/jpeg', size: { width: info.width, height: info.height } };
  } catch (cause) {
    return throwUnreadable(cause);
  }
}

/** Returns a prepared photo from its stored bytes. */
export const storedPhoto = (bytes: Buffer, size: Size): Picture & { size: Size } => ({
  bytes,
  contentType: sniffImageType(bytes) ?? 'image/jpeg',
  size,
});

/**
 * Returns the thumbnail of an edited photo.
 * @throws AppError VendorMalformedAnswer if the picture cannot be decoded.
 */
export const smallResult = (bytes: Buffer): Promise<Buffer> =>
  thumbnailOf(bytes).catch((cause) => {
    throw new AppError('VendorMalformedAnswer', { cause });
  });

/**
 * Decodes a whole picture and returns its size.
 * @throws AppError VendorMalformedAnswer if the picture cannot be decoded.
 */
export async function measureResult(bytes: Buffer): Promise<Size> {
  try {
    const picture = openPicture(bytes);
    const { width, height } = await picture.metadata();
    // The picture is scaled to one pixel during decoding. So the whole picture is never in memory.
    await picture.resize(1, 1).raw().toBuffer();
    return { width, height };
  } catch (cause) {
    throw new AppError('VendorMalformedAnswer', { cause });
  }
}
