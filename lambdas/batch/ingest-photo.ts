/**
 * Converts an upload to the photo that all later steps use. This photo is one still picture, completely decoded, upright, in sRGB, and
 * without metadata. An upload cannot overwrite the stored photo, so no user can replace the photo after the check.
 */
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import { bytesMaxIn, type ImageType, type PhotoNote, sniffImageType, tooLargeError } from '#shared/upload/image-file.ts';
import { sizeOf, smallJpeg } from '../platform/picture.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { fileRulesOf, photoKey } from '../store/media-keys.ts';
import { putObject, readObject } from '../store/objects.ts';
import { needsPrompt } from './needs-prompt.ts';
import { runningItem } from './running-item.ts';

/** Vendors accept at most 8 MB. A photo within these limits is smaller, but still has a higher resolution than a 1080p clip. */
const sideMax = 3840;
const jpegQuality = 92;

const notesOf: Partial<Record<ImageType, PhotoNote>> = { 'image/gif': 'still_from_gif', 'image/avif': 'still_from_avif' };

/** Returns the notes about an upload that the seller sees. */
export function notesOn(upload: Buffer): PhotoNote[] {
  const type = sniffImageType(upload);
  const note = type && notesOf[type];
  return note ? [note] : [];
}

export type Photo = {
  jpeg: Buffer;
  /** Upright size of the upload. */
  size: Size;
  notes: PhotoNote[];
};

/** The optional next step that an item needs. */
type NextStep = { needsPrompt: boolean };

export async function ingestPhoto(ref: ItemRef): Promise<NextStep> {
  const item = await runningItem(ref, 'video', 'image');
  const nextStep = { needsPrompt: needsPrompt(item) };
  if (item.photoKey && item.photoSize) return nextStep;
  const folder = fileRulesOf(item.uploadKey);
  const upload = await readObject(item.uploadKey);
  if (upload.length > bytesMaxIn(folder)) throw new AppError(tooLargeError(folder));
  const { jpeg, size, notes } = await decode(upload, { folder });
  const key = photoKey(item);
  await putObject(key, jpeg, 'image/jpeg');
  await changeItem(ref, { set: { photoKey: key, photoSize: size, ...(notes.length > 0 && { notes }) } });
  return nextStep;
}

/**
 * Converts an upload to an upright JPEG. Uses the first frame of an animation.
 * @param folder see `sizeOf`.
 * @param decodeTimeoutMs time limit of the decoder.
 * @throws AppError ImageTypeUnsupported, ImageDimensions or ImageUnreadable.
 */
export async function decode(
  upload: Buffer,
  { folder, decodeTimeoutMs }: { folder?: string; decodeTimeoutMs?: number } = {},
): Promise<Photo> {
  const size = await sizeOf(upload, folder);
  const jpeg = await smallJpeg(upload, { sideMax, quality: jpegQuality, chromaSubsampling: '4:4:4', folder, decodeTimeoutMs });
  return { jpeg, size, notes: notesOn(upload) };
}
