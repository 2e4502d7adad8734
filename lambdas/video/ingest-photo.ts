/**
 * Makes of an upload the photo that everything else works on: one still, fully decoded, turned upright, in sRGB, without metadata,
 * and copied to where no upload policy can reach, so that what was checked is what is used.
 */
import { AppError } from '#shared/errors.ts';
import { bytesMaxIn, type ImageType, type PhotoNote, sniffImageType, tooLargeIn } from '#shared/upload/image-file.ts';
import type { Size } from '#shared/video/ratio.ts';
import { runningItem } from '../batch/running-item.ts';
import { sizeOf, smallJpeg } from '../platform/picture.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { fileRulesOf, photoKey, putObject, readObject } from '../store/media.ts';

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

export async function ingestPhoto(ref: ItemRef): Promise<void> {
  const item = await runningItem(ref);
  // The edit of a photo takes the photo in itself, and a before/after run its pictures.
  if (item.kind === 'photo-edit' || item.kind === 'pipeline') throw new AppError('BatchNotFound');
  if (item.photoKey && item.photoSize) return;
  const folder = fileRulesOf(item.uploadKey);
  const upload = await readObject(item.uploadKey);
  if (upload.length > bytesMaxIn(folder)) throw new AppError(tooLargeIn(folder));
  const { jpeg, size, notes } = await decode(upload);
  const key = photoKey(item);
  await putObject(key, jpeg, 'image/jpeg');
  await changeItem(ref, { set: { photoKey: key, photoSize: size, ...(notes.length > 0 && { notes }) } });
}

/**
 * An upright JPEG of an upload: of one that moves, its first frame.
 * @param patienceMs how long the caller can wait for the decoder.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function decode(upload: Buffer, patienceMs?: number): Promise<Photo> {
  const size = await sizeOf(upload);
  const jpeg = await smallJpeg(upload, { sideMax, quality: jpegQuality, chromaSubsampling: '4:4:4', patienceMs });
  const type = sniffImageType(upload);
  const note = type && notesOf[type];
  return { jpeg, size, notes: note ? [note] : [] };
}
