/**
 * The only place that decodes pictures (checked by tools/checks/check-imports.ts). A seller can upload any bytes with any declared type.
 * Even a small SVG can occupy a decoder for half a minute. So the first bytes must belong to an accepted type, and only the loaders of
 * these types are enabled. Each decode has a pixel limit and a time limit.
 */
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import { dimensionsError, type ImageType, imageSideMax, sniffImageType, thumbnailSide } from '#shared/upload/image-file.ts';

const loaders: Record<ImageType, string> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
};

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.values(loaders) });
// There is no cache, because a warm environment processes one picture at a time, so a cache would only use memory.
sharp.cache(false);

const decodeSecondsMax = 20;
const jpegQuality = 90;
const thumbnailQuality = 80;

type DecodeLimits = {
  pixelsMax?: number;
  /** Time limit of the decoder. libvips uses whole seconds, at least 1. */
  decodeTimeoutMs?: number | undefined;
};

/**
 * Returns a decoder that rejects damaged pictures.
 * @throws AppError ImageTypeUnsupported
 */
export function openPicture(
  bytes: Buffer,
  { pixelsMax = imageSideMax * imageSideMax, decodeTimeoutMs = decodeSecondsMax * 1000 }: DecodeLimits = {},
): Sharp {
  if (!sniffImageType(bytes)) throw new AppError('ImageTypeUnsupported');
  const seconds = Math.min(decodeSecondsMax, Math.max(1, Math.floor(decodeTimeoutMs / 1000)));
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' }).timeout({ seconds });
}

/** Returns an encoder for raw pixels. */
export const fromPixels = (pixels: Buffer, { width, height, channels }: Size & { channels: 1 | 2 | 3 | 4 }): Sharp =>
  sharp(pixels, { raw: { width, height, channels } }).timeout({ seconds: decodeSecondsMax });

/**
 * Returns the upright size of a picture, from its header.
 * @param folder the folder whose limits apply (`fileRulesOf`); if missing, the limits of uploads apply.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function sizeOf(picture: Buffer, folder?: string): Promise<Size> {
  const { autoOrient: size } = await openPicture(picture).metadata().catch(throwUnreadable);
  const refusal = dimensionsError(size, folder);
  if (refusal) throw new AppError(refusal, { details: { ...size } });
  return size;
}

type SmallJpeg = DecodeLimits & {
  sideMax: number;
  quality?: number;
  chromaSubsampling?: '4:4:4' | undefined;
  /** See `sizeOf`. */
  folder?: string | undefined;
};

/**
 * Returns an upright JPEG in sRGB without metadata, with at most `sideMax` pixels per side. Uses the first frame of an animation.
 * @throws AppError the errors of `sizeOf`.
 */
export async function smallJpeg(
  picture: Buffer,
  { sideMax, quality = jpegQuality, chromaSubsampling, folder, ...limits }: SmallJpeg,
): Promise<Buffer> {
  await sizeOf(picture, folder);
  return openPicture(picture, limits)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality, ...(chromaSubsampling && { chromaSubsampling }) })
    .toBuffer()
    .catch(throwUnreadable);
}

/** @throws AppError ImageDimensions if a picture exceeds the pixel limit, otherwise ImageUnreadable. */
export function throwUnreadable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  const isTooLarge = cause instanceof Error && /pixel limit/i.test(cause.message);
  throw new AppError(isTooLarge ? 'ImageDimensions' : 'ImageUnreadable', { cause });
}

/** Returns a small upright JPEG of a picture of any size. Transparent parts become white. */
export const thumbnailOf = (picture: Buffer): Promise<Buffer> =>
  openPicture(picture)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: thumbnailQuality })
    .toBuffer();

/**
 * Converts a vendor's picture to the stored form.
 * @throws AppError VendorMalformedAnswer
 */
export async function decodeVendorImage(bytes: Buffer): Promise<{ image: Buffer; thumbnail: Buffer; size: Size }> {
  try {
    const { data: image, info } = await openPicture(bytes)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    return { image, thumbnail: await thumbnailOf(image), size: { width: info.width, height: info.height } };
  } catch (cause) {
    throw new AppError('VendorMalformedAnswer', { cause });
  }
}
