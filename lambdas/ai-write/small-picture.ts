/** The copy of a photo that a vendor looks at to write about it. */
import sharp from 'sharp';
import { AppError } from '#shared/errors.ts';
import { imageSideMax, refuseDimensions, sniffImageType } from '#shared/upload/image-file.ts';

/** Q42: enough to see what a product is, and a hundredth of what vendors take. */
const sideMax = 2048;
const jpegQuality = 85;
/** The call has 29 s, and the vendor needs most of them. */
const decodeSecondsMax = 10;

// A warm environment handles one photo at a time: the cache would only hold memory.
sharp.cache(false);

/**
 * An upright JPEG of at most 2048 pixels a side, without metadata.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function smallPicture(picture: Buffer): Promise<Buffer> {
  if (!sniffImageType(picture)) throw new AppError('ImageTypeUnsupported');
  const options = { limitInputPixels: imageSideMax * imageSideMax, failOn: 'error' as const };
  try {
    const { width = 0, height = 0 } = await sharp(picture, options).metadata();
    const refusal = refuseDimensions({ width, height });
    if (refusal) throw new AppError(refusal, { details: { width, height } });
    return await sharp(picture, options)
      .timeout({ seconds: decodeSecondsMax })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality })
      .toBuffer();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(cause instanceof Error && /pixel limit/i.test(cause.message) ? 'ImageDimensions' : 'ImageUnreadable', { cause });
  }
}
