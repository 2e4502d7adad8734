/**
 * Tests the steps that make the frame for the video model from the photo, with the local tables and storage. The tests cover repeated and
 * parallel steps, failed requests, and cancels.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { VideoItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import { putObject, readObject } from '#lambdas/store/objects.ts';
import type { OutpaintOrder, OutpaintVendor } from '#lambdas/vendors/outpaint-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { prepareOutage } from '../../fixtures/outage.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address only once. */
let steps: Pick<typeof import('#lambdas/video/preprocess-photo.ts'), 'preprocessPhoto'> & typeof import('#lambdas/video/outpaint-photo.ts');
let ingestPhoto: typeof import('#lambdas/batch/ingest-photo.ts')['ingestPhoto'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  steps = { ...(await import('#lambdas/video/preprocess-photo.ts')), ...(await import('#lambdas/video/outpaint-photo.ts')) };
  ({ ingestPhoto } = await import('#lambdas/batch/ingest-photo.ts'));
});
afterAll(() => store.stop());

let item: VideoItem;
let ref: ItemRef;
const readCurrentItem = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as VideoItem;

/** Creates a queued item with an uploaded photo. */
async function createItem(width: number, height: number, changes: Partial<VideoItem> = {}): Promise<void> {
  const { batch, items } = createBatchRows(randomUUID(), [200], now);
  item = { ...(items[0] as VideoItem), resolution: '720p', uploadKey: `uploads/${batch.userId}/temp-images/x.png`, ...changes };
  ref = { userId: item.userId, batchId: item.batchId, itemId: item.itemId, index: 0 };
  const photo = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 150, sigma: 30 } },
  })
    .png()
    .toBuffer();
  await putObject(item.uploadKey, photo, 'image/png');
  await putItems([item], 'hash');
}

/** Returns a vendor that first throws the given failures, and then extends the photo. The vendor records its orders. */
function fakeVendor(...failures: ErrorCode[]): OutpaintVendor & { orders: OutpaintOrder[] } {
  const orders: OutpaintOrder[] = [];
  return {
    orders,
    async extend(order) {
      orders.push(order);
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      const { left, right, up, down } = order;
      return sharp(order.photo).extend({ left, right, top: up, bottom: down, extendWith: 'mirror' }).png().toBuffer();
    },
  };
}
const sizeOf = async (key: string) => {
  const { width, height } = await sharp(await readObject(key)).metadata();
  return { width, height };
};

describe('a photo with the ratio of the frame', () => {
  beforeEach(() => createItem(900, 1600));

  test('a photo with the ratio of the frame is scaled to the frame without outpainting', async () => {
    await ingestPhoto(ref);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: false });
    const { frameKey = '', plan, photoSize, status } = await readCurrentItem();
    expect(await sizeOf(frameKey)).toEqual({ width: 720, height: 1280 });
    expect({ strategy: plan?.processingStrategy, photoSize, status }).toEqual({
      strategy: 'DIRECT_GENERATION',
      photoSize: { width: 900, height: 1600 },
      status: 'queued',
    });
  });

  test('a frame is not rendered again if a repeated step finds it', async () => {
    await ingestPhoto(ref);
    await steps.preprocessPhoto(ref);
    const itemBefore = await readCurrentItem();
    await putObject(itemBefore.frameKey ?? '', Buffer.from('as it was'), 'image/jpeg');
    await ingestPhoto(ref);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: false });
    expect(await readCurrentItem()).toEqual(itemBefore);
    expect((await readObject(itemBefore.frameKey ?? '')).toString()).toBe('as it was');
  });

  test('a photo is rendered again if the frame of an earlier batch has expired', async () => {
    await ingestPhoto(ref);
    await steps.preprocessPhoto(ref);
    const { photoKey, photoSize, plan } = await readCurrentItem();
    const source = item;
    await createItem(900, 1600, { photoKey, photoSize, plan, frameKey: `frames/${source.userId}/gone.jpg` } as Partial<VideoItem>);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: false });
    expect(await sizeOf((await readCurrentItem()).frameKey ?? '')).toEqual({ width: 720, height: 1280 });
  });
});

describe('a photo that needs outpainting', () => {
  beforeEach(async () => {
    await createItem(1200, 900, { aspectRatio: '1:1' });
    await ingestPhoto(ref);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: true, crop: true });
  });

  test('a photo is extended by one request on exactly the planned sides, and the item changes to generating', async () => {
    const vendor = fakeVendor();
    await steps.outpaintPhoto(ref, vendor, now);
    const { plan, frameKey = '', outpaintAttempts, status, startedAt } = await readCurrentItem();
    expect(vendor.orders.map(({ photo: _, ...request }) => request)).toMatchObject([{ ...plan?.outpaintParams, creativity: 0.3 }]);
    expect(await sizeOf(frameKey)).toEqual({ width: 720, height: 1280 });
    expect({ outpaintAttempts, status, startedAt }).toEqual({ outpaintAttempts: 1, status: 'generating', startedAt: now.toISOString() });
  });

  test('a photo is not extended twice, even if the step is repeated', async () => {
    const vendor = fakeVendor();
    await steps.outpaintPhoto(ref, vendor, now);
    await steps.outpaintPhoto(ref, vendor, now);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: true });
    expect(vendor.orders).toHaveLength(1);
  });

  test('a photo is not extended twice if the frame cannot be stored on the item because of an outage', async () => {
    const vendor = fakeVendor();
    const outage = prepareOutage(1);
    const extend = (order: OutpaintOrder) => {
      outage.start();
      return vendor.extend(order);
    };
    await steps.outpaintPhoto(ref, { extend }, now).finally(outage.end);
    expect((await readCurrentItem()).frameKey).toBeDefined();
    expect(vendor.orders).toHaveLength(1);
  });

  test('a photo is sent again after a failed request, but only up to the limit', async () => {
    const vendor = fakeVendor('VendorBusy', 'VendorUnreachable', 'VendorServerError');
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'VendorBusy' });
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'VendorUnreachable' });
    // The error of the last request is final for the state machine, and the seller sees this error.
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'OutpaintingFailed' });
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'OutpaintingFailed' });
    expect(vendor.orders).toHaveLength(steps.outpaintAttemptsMax);
    expect(await readCurrentItem()).toMatchObject({ outpaintAttempts: steps.outpaintAttemptsMax });
  });

  test('a photo is sent only up to the limit if the step runs five times in parallel', async () => {
    const vendor = fakeVendor();
    await Promise.allSettled(Array.from({ length: 5 }, () => steps.outpaintPhoto(ref, vendor, now)));
    expect(vendor.orders.length).toBeLessThanOrEqual(steps.outpaintAttemptsMax);
    expect((await readCurrentItem()).frameKey).toBeDefined();
  });

  test('a photo is not extended after a cancel', async () => {
    const vendor = fakeVendor();
    await markCancelled(await readCurrentItem(), now);
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'Cancelled' });
    await expect(steps.preprocessPhoto(ref)).rejects.toMatchObject({ code: 'Cancelled' });
    expect(vendor.orders).toHaveLength(0);
  });

  test('if an item is cancelled during the extension, the paid frame is kept, but the item does not continue', async () => {
    const vendor = fakeVendor();
    const cancellingVendor: OutpaintVendor = {
      async extend(order) {
        await markCancelled(await readCurrentItem(), now);
        return vendor.extend(order);
      },
    };
    await steps.outpaintPhoto(ref, cancellingVendor, now);
    expect((await readCurrentItem()).frameKey).toBeDefined();
    await expect(steps.preprocessPhoto(ref)).rejects.toMatchObject({ code: 'Cancelled' });
  });

  test.each<[ErrorCode, ErrorCode]>([
    ['VendorRefused', 'OutpaintingRefused'],
    ['VendorMisconfigured', 'OutpaintingFailed'],
    ['VendorMalformedAnswer', 'OutpaintingInvalid'],
  ])('if the vendor fails with %s, the photo is not extended, and the step fails with %s', async (code, expected) => {
    await expect(steps.outpaintPhoto(ref, fakeVendor(code), now)).rejects.toMatchObject({ code: expected });
    expect((await readCurrentItem()).frameKey).toBeUndefined();
  });
});

test('if the photo is missing, the step fails with ImageUnreadable', async () => {
  await createItem(900, 1600, { photoSize: { width: 900, height: 1600 } });
  await expect(steps.preprocessPhoto(ref)).rejects.toMatchObject({ code: 'ImageUnreadable' });
});
