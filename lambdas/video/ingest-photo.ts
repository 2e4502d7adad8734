/**
 * Makes of an upload the photo that everything else works on: one still, fully decoded, turned upright, in sRGB, without metadata,
 * and copied to where no upload policy can reach, so that what was checked is what is used.
 */
import sharp from 'sharp';
import { AppError } from '#shared/errors.ts';
import {
  bytesMaxIn,
  type ImageType,
  imageSideMax,
  type PhotoNote,
  refuseDimensions,
  sniffImageType,
  tooLargeIn,
} from '#shared/upload/image-file.ts';
import type { Size } from '#shared/video/ratio.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { folderOfUpload, photoKey, putObject, readObject } from '../store/media.ts';

const decodeSecondsMax = 20;
/** Vendors take 8 MB at most; this side at this quality stays below it, and above what a 1080p clip can show. */
const sideMax = 3840;
const jpegQuality = 92;

const notesOf: Partial<Record<ImageType, PhotoNote>> = { 'image/gif': 'still_from_gif', 'image/avif': 'still_from_avif' };

export type Photo = {
  jpeg: Buffer;
  /** Of the upload, upright. */
  size: Size;
  notes: PhotoNote[];
};

// A warm environment handles one photo at a time: the cache would only hold memory.
sharp.cache(false);

export async function ingestPhoto(ref: ItemRef): Promise<void> {
  const item = await runningItem(ref);
  // The edit of a photo takes the photo in itself, and a before/after run its pictures.
  if (item.kind === 'photo-edit' || item.kind === 'pipeline') throw new AppError('BatchNotFound');
  if (item.photoKey && item.photoSize) return;
  const folder = folderOfUpload(item.uploadKey);
  const upload = await readObject(item.uploadKey);
  if (upload.length > bytesMaxIn(folder)) throw new AppError(tooLargeIn(folder));
  const { jpeg, size, notes } = await decode(upload);
  const key = photoKey(item);
  await putObject(key, jpeg, 'image/jpeg');
  await changeItem(ref, { set: { photoKey: key, photoSize: size, ...(notes.length > 0 && { notes }) } });
}

/**
 * An upright JPEG of an upload: of one that moves, its first frame.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function decode(upload: Buffer): Promise<Photo> {
  const type = sniffImageType(upload);
  if (!type) throw new AppError('ImageTypeUnsupported');
  const options = { limitInputPixels: imageSideMax * imageSideMax, failOn: 'error' as const };
  const { autoOrient: size } = await sharp(upload, options)
    .metadata()
    .catch((cause) => {
      throw new AppError(isPixelLimit(cause) ? 'ImageDimensions' : 'ImageUnreadable', { cause });
    });
  const refusal = refuseDimensions(size);
  if (refusal) throw new AppError(refusal, { details: size });
  try {
    const jpeg = await sharp(upload, options)
      .timeout({ seconds: decodeSecondsMax })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const note = notesOf[type];
    return { jpeg, size, notes: note ? [note] : [] };
  } catch (cause) {
    throw new AppError(isPixelLimit(cause) ? 'ImageDimensions' : 'ImageUnreadable', { cause });
  }
}

const isPixelLimit = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);
