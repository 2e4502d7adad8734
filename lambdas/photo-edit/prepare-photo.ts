import { AppError } from '#shared/errors.ts';
import { outputPixelsMax } from '#shared/photo-edit/settings.ts';
import type { Size } from '#shared/video/ratio.ts';
import { asUnreadable, openPicture, sizeOf } from '../platform/picture.ts';
import type { Picture } from '../vendors/image-port.ts';

const jpegQuality = 95;

/**
 * What a vendor is given of an upload: its first frame, upright, in sRGB, of 25 megapixels at most, with its transparency if it has any,
 * and without where and when it was taken.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function preparePhoto(upload: Buffer): Promise<Picture & { size: Size }> {
  const { width, height } = await sizeOf(upload);
  try {
    const photo = openPicture(upload);
    const { hasAlpha } = await photo.metadata();
    const scale = Math.min(1, Math.sqrt(outputPixelsMax / (width * height)));
    const upright = photo.autoOrient().toColourspace('srgb');
    const longest = Math.floor(Math.max(width, height) * scale);
    const sized = scale < 1 ? upright.resize({ width: longest, height: longest, fit: 'inside' }) : upright;
    const format = hasAlpha ? sized.png() : sized.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' });
    const { data: bytes, info } = await format.toBuffer({ resolveWithObject: true });
    return { bytes, contentType: hasAlpha ? 'image/png' : 'image/jpeg', size: { width: info.width, height: info.height } };
  } catch (cause) {
    return asUnreadable(cause);
  }
}

/** The size of a picture that was decoded whole. @throws AppError VendorMalformedAnswer for one that cannot be. */
export async function measureResult(bytes: Buffer): Promise<Size> {
  try {
    const picture = openPicture(bytes);
    const { width, height } = await picture.metadata();
    // Scaled to next to nothing as it is decoded, so that it is never held whole.
    await picture.resize(1, 1).raw().toBuffer();
    return { width, height };
  } catch (cause) {
    throw new AppError('VendorMalformedAnswer', { cause });
  }
}
