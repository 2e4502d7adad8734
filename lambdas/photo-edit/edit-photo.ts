/** Edits the photo of a single edit, or one photo of a batch: sends one paid vendor request, then decodes and stores the result. */
import { AppError } from '#shared/errors.ts';
import { photoEditAttemptsMax } from '#shared/photo-edit/batch.ts';
import { exportFormats, settingsWithoutEffect } from '#shared/photo-edit/settings.ts';
import type { Size } from '#shared/size.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { countedRequest } from '../batch/counted-request.ts';
import { runningItem } from '../batch/running-item.ts';
import { measureImage } from '../media/probe/measure-image.ts';
import { measuredValues } from '../media/probe/measured-values.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import type { ItemRef } from '../platform/task.ts';
import type { EditItem, PhotoEditItem, StoredEdit } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import { editedPhotoKey, fileRulesOf, thumbnailKey } from '../store/media-keys.ts';
import { putObject, readObject } from '../store/objects.ts';
import type { Picture } from '../vendors/image-port.ts';
import type { EditedPhoto, PhotoEditVendor } from '../vendors/photo-edit-port.ts';
import { measureResult, preparePhoto, smallResult, storedPhoto } from './prepare-photo.ts';

type Photo = Picture & { size: Size };

/**
 * @throws AppError Cancelled; GenerationFailed if the maximum number of requests is reached.
 * @throws an error of the photo, of the guiding picture or of the vendor.
 */
export async function editPhoto(ref: ItemRef, vendor: PhotoEditVendor, now: Date): Promise<void> {
  const item = await runningItem(ref, 'photo-edit', 'edit');
  if (item.result) return;
  const { settings, guidanceKey } = item;
  const photo = await photoOf(item);
  const guidance = guidanceKey && (await preparedFile(guidanceKey));
  const mils = vendorPrices.photoEdit[settings.apiMode];
  const outcome = await countedRequest(ref, { mils, now, attemptsMax: photoEditAttemptsMax }, () =>
    vendor.edit({ photo, settings, ...(guidance && { guidance }) }),
  );
  if (!outcome) return;
  const result = await storeResult(item, photo, outcome.value);
  // After this write, a cancel is too late. An edit that is cancelled before this write is not delivered and not charged. The write is
  // repeated after an outage, because otherwise the step would send a second paid request.
  const changedItem = await repeatAfterOutage(() => changeItem(ref, { set: { result }, ifAbsent: ['cancelRequestedAt', 'result'] }));
  if (!changedItem) await runningItem(ref, 'photo-edit', 'edit');
}

const preparedFile = async (key: string): Promise<Photo> => preparePhoto(await readObject(key), fileRulesOf(key));

/** In a batch, an earlier step has stored the prepared photo. So only the first execution decodes the upload. */
async function photoOf(item: PhotoEditItem | EditItem): Promise<Photo> {
  if (item.kind === 'photo-edit') return preparedFile(item.uploadKey);
  if (!item.photoKey || !item.photoSize) throw new AppError('ImageUnreadable');
  return storedPhoto(await readObject(item.photoKey), item.photoSize);
}

/**
 * Stores the edited photo. If the edit belongs to a batch, also stores a thumbnail.
 * @throws AppError VendorMalformedAnswer
 */
async function storeResult(item: PhotoEditItem | EditItem, photo: Photo, edited: EditedPhoto): Promise<StoredEdit> {
  const { bytes, contentType, ignoredSettings, seed } = edited;
  if (!exportFormats.some((format) => contentType === `image/${format}`)) throw new AppError('VendorMalformedAnswer');
  const size = await measureResult(bytes);
  const key = editedPhotoKey(item, contentType);
  const posterKey = item.kind === 'edit' ? thumbnailKey(item) : undefined;
  await putObject(key, bytes, contentType);
  if (posterKey) await putObject(posterKey, await smallResult(bytes), 'image/jpeg');
  return {
    key,
    ...(posterKey && { posterKey }),
    ...size,
    sizeBytes: bytes.length,
    ...(await measuredValues(() => measureImage(bytes))),
    contentType,
    ignoredSettings: [...new Set([...settingsWithoutEffect(item.settings, photo.size), ...ignoredSettings])],
    ...(seed !== undefined && { seed }),
  };
}
