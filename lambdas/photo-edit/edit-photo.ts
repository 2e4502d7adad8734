/** Edits one photo: one paid vendor call, then the result is decoded and stored. */
import { AppError } from '#shared/errors.ts';
import { exportFormats, settingsWithoutEffect } from '#shared/photo-edit/settings.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { countedRequest } from '../batch/counted-request.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { editedPhotoKey, putObject, readObject } from '../store/media.ts';
import type { PhotoEditVendor } from '../vendors/photo-edit-port.ts';
import { measureResult, preparePhoto } from './prepare-photo.ts';

/** Maximum paid requests for one photo. */
export const photoEditTriesMax = 3;

/** @throws AppError for the photo or the guidance, GenerationFailed if no requests are left, and any error of the vendor. */
export async function editPhoto(ref: ItemRef, vendor: PhotoEditVendor, now: Date): Promise<void> {
  const item = await runningItem(ref, 'photo-edit');
  if (item.result) return;
  const { settings, guidanceKey } = item;
  const photo = await preparePhoto(await readObject(item.uploadKey));
  const guidance = guidanceKey && (await preparePhoto(await readObject(guidanceKey)));
  const mils = vendorPrices.photoEdit[settings.apiMode];
  const edited = await countedRequest(ref, { mils, now, triesMax: photoEditTriesMax }, () =>
    vendor.edit({ photo, settings, ...(guidance && { guidance }) }),
  );
  if (!edited) return;
  const { bytes, contentType, ignoredSettings, seed } = edited.answer;
  if (!exportFormats.some((format) => contentType === `image/${format}`)) throw new AppError('VendorMalformedAnswer');
  const size = await measureResult(bytes);
  const key = editedPhotoKey(item, contentType);
  await putObject(key, bytes, contentType);
  const ignored = [...new Set([...settingsWithoutEffect(settings, photo.size), ...ignoredSettings])];
  await changeItem(ref, {
    set: {
      result: { key, ...size, sizeBytes: bytes.length, contentType, ignoredSettings: ignored, ...(seed !== undefined && { seed }) },
    },
    ifAbsent: ['result'],
  });
}
