/**
 * Edits one photo: one paid vendor call, then the result is decoded and stored. Vendors have no idempotency key, so the item counts each
 * request before it is sent (docs/decisions/005). A crash costs one request, but no credits.
 */
import { AppError } from '#shared/errors.ts';
import { exportFormats, settingsWithoutEffect } from '#shared/photo-edit/settings.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { runningItem } from '../batch/running-item.ts';
import type { ItemRef } from '../platform/task.ts';
import { type Changes, changeItem } from '../store/batches.ts';
import { editedPhotoKey, putObject, readObject } from '../store/media.ts';
import { requestForItem } from '../store/vendor-work.ts';
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
  const changes: Changes = {
    set: { status: 'generating' },
    once: { startedAt: now.toISOString() },
    increment: ['attempts'],
    ifLessThan: { attempts: photoEditTriesMax },
    ifAbsent: ['result'],
  };
  const edited = await requestForItem(ref, { mils: vendorPrices.photoEdit[settings.apiMode], now, changes }, () =>
    vendor.edit({ photo, settings, ...(guidance && { guidance }) }),
  );
  if (!edited) {
    // The item has ended, or another run of this step edited the photo; otherwise no requests are left.
    if ((await runningItem(ref, 'photo-edit')).result) return;
    throw new AppError('GenerationFailed', { details: { tries: photoEditTriesMax } });
  }
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
