/**
 * Tests the step that generates an image, with the local tables and storage: repeated steps, vendor errors, the request limit, cancels, and
 * invalid pictures.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { ImageItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import { putObject, readObject } from '#lambdas/store/objects.ts';
import type { ImageOrder, ImageVendor } from '#lambdas/vendors/image-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { defaultImagePrompt } from '#shared/image/defaults.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address only once. */
let makeImage: typeof import('#lambdas/image/make-image.ts')['makeImage'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  ({ makeImage } = await import('#lambdas/image/make-image.ts'));
});
afterAll(() => store.stop());

let ref: ItemRef;
const readCurrentItem = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as ImageItem;
const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Creates an image item with ratio 1:1 whose photo is already ingested. */
beforeEach(async () => {
  const [userId, batchId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId, itemId: 'card', index: 0 };
  const photoKey = `ingested/${userId}/${batchId}/card.jpg`;
  await putObject(photoKey, await plainPicture(400, 300), 'image/jpeg');
  const item: ImageItem = {
    ...ref,
    kind: 'image',
    uploadKey: `uploads/${userId}/temp-images/x.png`,
    photoKey,
    title: 'Shoe.jpg',
    prompt: '',
    aspectRatio: '1:1',
    model: 'gemini-2.5-flash-image',
    outputFormat: 'jpeg',
    numImages: 1,
    cents: 5,
    status: 'queued',
  };
  await putItems([item], 'hash');
});

/**
 * Returns a vendor that first throws the given failures, and then returns a square picture or the given picture. The vendor records its
 * orders.
 */
function fakeVendor(failures: ErrorCode[] = [], makePicture: () => Promise<Buffer> = () => plainPicture(1024, 1024)) {
  const orders: ImageOrder[] = [];
  const vendor: ImageVendor = {
    model: 'gemini-2.5-flash-image',
    async make(order) {
      orders.push(order);
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return { bytes: await makePicture(), contentType: 'image/png' };
    },
  };
  return { orders, run: () => makeImage(ref, () => vendor, now) };
}

describe('an image', () => {
  test('an image is stored with its measured size and a thumbnail, and a repeated step sends no second request', async () => {
    const { orders, run } = fakeVendor();
    await run();
    await run();
    expect(orders).toMatchObject([{ prompt: defaultImagePrompt, aspectRatio: '1:1', pictures: [{ contentType: 'image/jpeg' }] }]);
    const { result, status, startedAt, attempts } = await readCurrentItem();
    expect({ status, startedAt, attempts }).toEqual({ status: 'generating', startedAt: now.toISOString(), attempts: 1 });
    expect(result).toMatchObject({ width: 1024, height: 1024, sizeBytes: expect.any(Number) });
    expect(await sharp(await readObject(String(result?.key))).metadata()).toMatchObject({ format: 'jpeg', width: 1024 });
    expect(await sharp(await readObject(String(result?.posterKey))).metadata()).toMatchObject({ format: 'jpeg', width: 300 });
  });

  test('an image is requested at most three times, even if all requests fail', async () => {
    const { orders, run } = fakeVendor(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'GenerationFailed', 'GenerationFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(3);
    expect((await readCurrentItem()).result).toBeUndefined();
  });

  test.each<[string, () => Promise<Buffer>, ErrorCode]>([
    ['a picture with another ratio', () => plainPicture(1024, 768), 'ResultNotAsOrdered'],
    ['a truncated picture', async () => (await plainPicture(1024, 1024)).subarray(0, 600), 'VendorMalformedAnswer'],
    ['a file that is not a picture', async () => Buffer.from('<html></html>'), 'VendorMalformedAnswer'],
  ])('%s is not delivered', async (_, makePicture, code) => {
    await expect(fakeVendor([], makePicture).run()).rejects.toMatchObject({ code });
    expect((await readCurrentItem()).result).toBeUndefined();
  });
});

describe('a cancel', () => {
  test('a cancel before the request prevents the request', async () => {
    const { orders, run } = fakeVendor();
    await markCancelled(await readCurrentItem(), now);
    await expect(run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect(orders).toEqual([]);
  });

  test('a cancel during the request prevents the delivery', async () => {
    const { run } = fakeVendor([], async () => {
      await markCancelled(await readCurrentItem(), now);
      return plainPicture(1024, 1024);
    });
    await expect(run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect((await readCurrentItem()).result).toBeUndefined();
  });

  test('a cancel after the delivery has no effect', async () => {
    await fakeVendor().run();
    expect(await markCancelled(await readCurrentItem(), now)).toBeUndefined();
    expect((await readCurrentItem()).cancelRequestedAt).toBeUndefined();
  });
});
