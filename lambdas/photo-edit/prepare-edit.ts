/**
 * Converts an upload of a batch of edits to the vendor's input. An upload cannot overwrite the stored photo, so no user can replace the
 * photo after the check. A retry uses the stored photo, because the upload may have expired.
 */
import { AppError } from '#shared/errors.ts';
import { bytesMaxIn, tooLargeError } from '#shared/upload/image-file.ts';
import { notesOn } from '../batch/ingest-photo.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { fileRulesOf, preparedPhotoKey } from '../store/media-keys.ts';
import { putObject, readObject } from '../store/objects.ts';
import { preparePhoto } from './prepare-photo.ts';

/** @throws AppError Cancelled, ImageTooLarge, ImageTypeUnsupported, ImageDimensions or ImageUnreadable. */
export async function prepareEdit(ref: ItemRef): Promise<void> {
  const item = await runningItem(ref, 'edit');
  if (item.photoKey && item.photoSize) return;
  const folder = fileRulesOf(item.uploadKey);
  const upload = await readObject(item.uploadKey);
  if (upload.length > bytesMaxIn(folder)) throw new AppError(tooLargeError(folder));
  const { bytes, contentType, size } = await preparePhoto(upload, folder);
  const notes = notesOn(upload);
  const photoKey = preparedPhotoKey(item, contentType);
  await putObject(photoKey, bytes, contentType);
  await changeItem(ref, { set: { photoKey, photoSize: size, ...(notes.length > 0 && { notes }) } });
}
