/** Makes one image: sends one paid vendor request, then decodes and measures the result, and stores it with a thumbnail. */
import { AppError } from '#shared/errors.ts';
import { defaultImagePrompt, imageAttemptsMax } from '#shared/image/defaults.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { countedRequest } from '../batch/counted-request.ts';
import { runningItem } from '../batch/running-item.ts';
import { storeVendorImage } from '../batch/store-vendor-image.ts';
import { smallJpeg } from '../platform/picture.ts';
import type { ItemRef } from '../platform/task.ts';
import type { ImageItem } from '../store/batch-rows.ts';
import { fileRulesOf, imageKey, thumbnailKey } from '../store/media-keys.ts';
import { readObject } from '../store/objects.ts';
import { examplePictureSideMax, type ImageOrder, type ImageVendor } from '../vendors/image-port.ts';

/**
 * @throws AppError Cancelled, ResultNotAsOrdered, GenerationFailed if the maximum number of requests is reached, and any error of the
 * vendor.
 */
export async function makeImage(ref: ItemRef, vendorOf: (item: Pick<ImageItem, 'model'>) => ImageVendor, now: Date): Promise<void> {
  const item = await runningItem(ref, 'image');
  if (item.result) return;
  if (!item.photoKey) throw new AppError('ImageUnreadable');
  const pictures = await picturesOf(item, item.photoKey);
  const { aspectRatio } = item;
  const outcome = await countedRequest(ref, { mils: vendorPrices.image, now, attemptsMax: imageAttemptsMax }, () =>
    vendorOf(item).make({ pictures, prompt: item.prompt || defaultImagePrompt, aspectRatio }),
  );
  if (!outcome) return;
  await storeVendorImage(ref, outcome.value.bytes, aspectRatio, () => ({ key: imageKey(item), posterKey: thumbnailKey(item) }));
}

/**
 * Returns the photo and, if they exist, the two example pictures. Three pictures are scaled down. Otherwise, the vendor would bill more
 * than the price of the image.
 */
async function picturesOf({ exampleKeys = [] }: ImageItem, photoKey: string): Promise<ImageOrder['pictures']> {
  const [exampleBeforeKey, exampleAfterKey] = exampleKeys;
  if (!exampleBeforeKey || !exampleAfterKey) return [jpegPicture(await readObject(photoKey))];
  const smallCopyOf = async (key: string) => smallJpeg(await readObject(key), { sideMax: examplePictureSideMax, folder: fileRulesOf(key) });
  const [photo, exampleBefore, exampleAfter] = await Promise.all([
    smallCopyOf(photoKey),
    smallCopyOf(exampleBeforeKey),
    smallCopyOf(exampleAfterKey),
  ]);
  return [jpegPicture(photo), jpegPicture(exampleBefore), jpegPicture(exampleAfter)];
}

const jpegPicture = (bytes: Buffer) => ({ bytes, contentType: 'image/jpeg' });
