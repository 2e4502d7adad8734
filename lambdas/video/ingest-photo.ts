/**
 * Makes of an upload the photo that vendors see: fully decoded, turned upright, without metadata, and copied to where no upload
 * policy can reach, so that what was checked is what is used.
 */
import sharp from 'sharp';
import { AppError } from '#shared/errors.ts';
import { imageBytesMax, imageSideMax, isImageType, refuseDimensions, sniffImageType } from '#shared/upload/image-file.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { photoKey, putObject, readObject } from '../store/media.ts';
import { runningItem } from './running-item.ts';

const decodeSecondsMax = 20;
/** Vendors take 8 MB at most; this side at this quality stays below it, and above what a 1080p clip can show. */
const sideMax = 3840;
const jpegQuality = 92;

// A warm environment handles one photo at a time: the cache would only hold memory.
sharp.cache(false);

export async function ingestPhoto(ref: ItemRef): Promise<void> {
  const item = await runningItem(ref);
  if (item.photoKey) return;
  const upload = await readObject(item.uploadKey);
  if (upload.length > imageBytesMax) throw new AppError('ImageTooLarge');
  const photo = await decode(upload);
  const key = photoKey(item);
  await putObject(key, photo, 'image/jpeg');
  await changeItem(ref, { set: { photoKey: key } });
}

/**
 * An upright JPEG of an upload.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function decode(upload: Buffer): Promise<Buffer> {
  const type = sniffImageType(upload);
  if (!type || !isImageType(type)) throw new AppError('ImageTypeUnsupported');
  const options = { limitInputPixels: imageSideMax * imageSideMax, failOn: 'error' as const };
  const { width = 0, height = 0 } = await sharp(upload, options)
    .metadata()
    .catch((cause) => {
      throw new AppError(isPixelLimit(cause) ? 'ImageDimensions' : 'ImageUnreadable', { cause });
    });
  const refusal = refuseDimensions({ width, height });
  if (refusal) throw new AppError(refusal, { details: { width, height } });
  try {
    return await sharp(upload, options)
      .timeout({ seconds: decodeSecondsMax })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } catch (cause) {
    throw new AppError(isPixelLimit(cause) ? 'ImageDimensions' : 'ImageUnreadable', { cause });
  }
}

const isPixelLimit = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);
