/**
 * Makes one image: one paid vendor call, then the result is decoded, measured and stored with a thumbnail. Vendors have no idempotency key,
 * so the item counts each request before it is sent (docs/decisions/008). A crash costs one request, but no credits.
 */
import { AppError } from '#shared/errors.ts';
import { defaultImagePrompt, imageTriesMax } from '#shared/image/defaults.ts';
import { hasRatio } from '#shared/image/measure.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { runningItem } from '../batch/running-item.ts';
import { decodeVendorImage, smallJpeg } from '../platform/picture.ts';
import type { ItemRef } from '../platform/task.ts';
import type { ImageItem } from '../store/batch-rows.ts';
import { type Changes, changeItem } from '../store/batches.ts';
import { imageKey, putObject, readObject, thumbnailKey } from '../store/media.ts';
import { requestForItem } from '../store/vendor-work.ts';
import { examplePictureSideMax, type ImageOrder, type ImageVendor } from '../vendors/image-port.ts';

/** @throws AppError Cancelled, ResultNotAsOrdered, GenerationFailed if no requests are left, and any error of the vendor. */
export async function makeImage(ref: ItemRef, vendorOf: (item: Pick<ImageItem, 'model'>) => ImageVendor, now: Date): Promise<void> {
  const item = await runningItem(ref, 'image');
  if (item.result) return;
  if (!item.photoKey) throw new AppError('ImageUnreadable');
  const pictures = await picturesOf(item, item.photoKey);
  const { aspectRatio } = item;
  const changes: Changes = {
    set: { status: 'generating' },
    once: { startedAt: now.toISOString() },
    increment: ['attempts'],
    ifLessThan: { attempts: imageTriesMax },
    ifAbsent: ['cancelRequestedAt', 'result'],
  };
  const made = await requestForItem(ref, { mils: vendorPrices.image, now, changes }, () =>
    vendorOf(item).make({ pictures, prompt: item.prompt || defaultImagePrompt, aspectRatio }),
  );
  if (!made) {
    // The item was cancelled, has ended, or another run of this step made the image; otherwise no requests are left.
    if ((await runningItem(ref, 'image')).result) return;
    throw new AppError('GenerationFailed', { details: { tries: imageTriesMax } });
  }
  const { image, thumbnail, size } = await decodeVendorImage(made.answer.bytes);
  if (!hasRatio(size, aspectRatio)) throw new AppError('ResultNotAsOrdered', { details: { aspectRatio, ...size } });
  const [key, posterKey] = [imageKey(item), thumbnailKey(item)];
  await Promise.all([putObject(key, image, 'image/jpeg'), putObject(posterKey, thumbnail, 'image/jpeg')]);
  // After this write, a cancel is too late. Before it, the image is not delivered and not charged.
  const stored = await changeItem(ref, {
    set: { result: { key, posterKey, ...size, sizeBytes: image.length } },
    ifAbsent: ['cancelRequestedAt', 'result'],
  });
  if (!stored) await runningItem(ref, 'image');
}

/** Returns the photo, and the example pair if there is one. Three pictures are made small, so that the image costs less than its price. */
async function picturesOf({ exampleKeys = [] }: ImageItem, photoKey: string): Promise<ImageOrder['pictures']> {
  const photo = await readObject(photoKey);
  const [before, after] = await Promise.all(exampleKeys.map(readObject));
  if (!before || !after) return [jpegPicture(photo)];
  const small = (picture: Buffer) => smallJpeg(picture, { sideMax: examplePictureSideMax });
  const [one, two, three] = await Promise.all([small(photo), small(before), small(after)]);
  return [jpegPicture(one), jpegPicture(two), jpegPicture(three)];
}

const jpegPicture = (bytes: Buffer) => ({ bytes, contentType: 'image/jpeg' });
