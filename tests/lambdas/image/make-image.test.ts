/** The step that makes an image, on real tables and storage: run twice, cut off, cancelled, out of requests, and given a bad picture. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { ImageItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import type { ImageOrder, ImageVendor } from '#lambdas/vendors/image-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { defaultImagePrompt } from '#shared/image/defaults.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** Read after the storage's address is set, which their client takes when it is made. */
let media: typeof import('#lambdas/store/media.ts');
let makeImage: typeof import('#lambdas/image/make-image.ts')['makeImage'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  media = await import('#lambdas/store/media.ts');
  ({ makeImage } = await import('#lambdas/image/make-image.ts'));
});
afterAll(() => store.stop());

let ref: ItemRef;
const current = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as ImageItem;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** An image of 1:1 whose photo was taken in. */
beforeEach(async () => {
  const [userId, batchId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId, itemId: 'card', index: 0 };
  const photoKey = `ingested/${userId}/${batchId}/card.jpg`;
  await media.putObject(photoKey, await plain(400, 300), 'image/jpeg');
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

/** Answers a square, or what it is given, after throwing what it is told to; counts what it was asked. */
function vendorThat(failures: ErrorCode[] = [], answer: () => Promise<Buffer> = () => plain(1024, 1024)) {
  const orders: ImageOrder[] = [];
  const vendor: ImageVendor = {
    model: 'gemini-2.5-flash-image',
    async make(order) {
      orders.push(order);
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return { bytes: await answer(), contentType: 'image/png' };
    },
  };
  return { orders, run: () => makeImage(ref, () => vendor, now) };
}

describe('an image', () => {
  test('is stored as it was measured, with a thumbnail, and run again is not asked for again', async () => {
    const { orders, run } = vendorThat();
    await run();
    await run();
    expect(orders).toMatchObject([{ prompt: defaultImagePrompt, aspectRatio: '1:1', pictures: [{ contentType: 'image/jpeg' }] }]);
    const { result, status, startedAt, attempts } = await current();
    expect({ status, startedAt, attempts }).toEqual({ status: 'generating', startedAt: now.toISOString(), attempts: 1 });
    expect(result).toMatchObject({ width: 1024, height: 1024, sizeBytes: expect.any(Number) });
    expect(await sharp(await media.readObject(String(result?.key))).metadata()).toMatchObject({ format: 'jpeg', width: 1024 });
    expect(await sharp(await media.readObject(String(result?.posterKey))).metadata()).toMatchObject({ format: 'jpeg', width: 300 });
  });

  test('is asked for three times in all, whatever becomes of the requests', async () => {
    const { orders, run } = vendorThat(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'GenerationFailed', 'GenerationFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(3);
    expect((await current()).result).toBeUndefined();
  });

  test.each<[string, () => Promise<Buffer>, ErrorCode]>([
    ['of another shape', () => plain(1024, 768), 'ResultNotAsOrdered'],
    ['that is cut short', async () => (await plain(1024, 1024)).subarray(0, 600), 'VendorMalformedAnswer'],
    ['that is none', async () => Buffer.from('<html></html>'), 'VendorMalformedAnswer'],
  ])('%s is not delivered', async (_, answer, code) => {
    await expect(vendorThat([], answer).run()).rejects.toMatchObject({ code });
    expect((await current()).result).toBeUndefined();
  });
});

describe('a cancel', () => {
  test('before is obeyed, and nothing is asked for', async () => {
    const { orders, run } = vendorThat();
    await markCancelled(await current(), now);
    await expect(run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect(orders).toEqual([]);
  });

  test('during keeps the image from being delivered', async () => {
    const { run } = vendorThat([], async () => {
      await markCancelled(await current(), now);
      return plain(1024, 1024);
    });
    await expect(run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect((await current()).result).toBeUndefined();
  });

  test('after comes too late', async () => {
    await vendorThat().run();
    expect(await markCancelled(await current(), now)).toBeUndefined();
    expect((await current()).cancelRequestedAt).toBeUndefined();
  });
});
