/** Pictures as they are kept and sent: upright JPEGs in sRGB, without metadata, believed once they were decoded whole. */
import sharp from 'sharp';
import { AppError } from '#shared/errors.ts';
import { imageSideMax, thumbnailSide } from '#shared/upload/image-file.ts';
import type { Size } from '#shared/video/ratio.ts';

const decodeSecondsMax = 20;
const jpegQuality = 90;
const thumbnailQuality = 80;
const pixels = { limitInputPixels: imageSideMax * imageSideMax };

// A warm environment handles one picture at a time: the cache would only hold memory.
sharp.cache(false);

/** A copy whose longer side has at most so many pixels. @throws AppError ImageUnreadable */
export const smallJpeg = (picture: Buffer, sideMax: number): Promise<Buffer> =>
  sharp(picture, { ...pixels, failOn: 'error' })
    .timeout({ seconds: decodeSecondsMax })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: jpegQuality })
    .toBuffer()
    .catch((cause) => {
      throw new AppError('ImageUnreadable', { cause });
    });

/** The sides of a picture as one sees it. @throws AppError ImageUnreadable */
export const sizeOf = async (picture: Buffer): Promise<Size> => {
  const { autoOrient } = await sharp(picture, pixels)
    .metadata()
    .catch((cause) => {
      throw new AppError('ImageUnreadable', { cause });
    });
  return autoOrient;
};

/** What a vendor made, as it is kept. @throws AppError VendorMalformedAnswer */
export async function decodeMade(bytes: Buffer): Promise<{ image: Buffer; thumbnail: Buffer; size: Size }> {
  try {
    const { data: image, info } = await sharp(bytes, { ...pixels, failOn: 'error' })
      .timeout({ seconds: decodeSecondsMax })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(image)
      .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside' })
      .jpeg({ quality: thumbnailQuality })
      .toBuffer();
    return { image, thumbnail, size: { width: info.width, height: info.height } };
  } catch (cause) {
    throw new AppError('VendorMalformedAnswer', { cause });
  }
}
