import { AppError } from '#shared/errors.ts';
import { hasRatio } from '#shared/image/measure.ts';
import { workKindNames } from '#shared/work/kinds.ts';
import { measureImage } from '../media/probe/measure-image.ts';
import { measuredValues } from '../media/probe/measured-values.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import { decodeVendorImage } from '../platform/picture.ts';
import type { ItemRef } from '../platform/task.ts';
import type { StoredImage } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import { putObject } from '../store/objects.ts';
import { runningItem } from './running-item.ts';

type Keys = Pick<StoredImage, 'key' | 'posterKey'>;

/**
 * Decodes and measures a vendor's image, stores it with a thumbnail, and makes it the result of its item.
 * @param keysOf returns the keys of an image and its thumbnail.
 * @throws AppError VendorMalformedAnswer, ResultNotAsOrdered; Cancelled or GenerationFailed if the item was cancelled or has ended.
 */
export async function storeVendorImage(ref: ItemRef, bytes: Buffer, aspectRatio: string, keysOf: (image: Buffer) => Keys): Promise<void> {
  const { image, thumbnail, size } = await decodeVendorImage(bytes);
  if (!hasRatio(size, aspectRatio)) throw new AppError('ResultNotAsOrdered', { details: { aspectRatio, ...size } });
  const { key, posterKey } = keysOf(image);
  await Promise.all([putObject(key, image, 'image/jpeg'), putObject(posterKey, thumbnail, 'image/jpeg')]);
  const measured = await measuredValues(() => measureImage(image));
  // After this write, a cancel is too late. An image that is cancelled before this write is not delivered and not charged. The write is
  // repeated after an outage, because otherwise the step would send a second paid request.
  const result = { key, posterKey, ...size, sizeBytes: image.length, ...measured };
  const changedItem = await repeatAfterOutage(() => changeItem(ref, { set: { result }, ifAbsent: ['cancelRequestedAt', 'result'] }));
  if (!changedItem) await runningItem(ref, ...workKindNames);
}
