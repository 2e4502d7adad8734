/** The steps from the photo to the model's frame, on real tables and storage: repeated runs, crashes, cancels, and too many attempts. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { VideoItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled } from '#lambdas/store/cancelled-items.ts';
import type { OutpaintOrder, OutpaintVendor } from '#lambdas/vendors/outpaint-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { orderOf } from '../../fixtures/order.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** Imported after the storage's address is set, because its client reads the address once. */
let media: typeof import('#lambdas/store/media.ts');
let steps: Pick<typeof import('#lambdas/video/preprocess-photo.ts'), 'preprocessPhoto'> & typeof import('#lambdas/video/outpaint-photo.ts');
let ingestPhoto: typeof import('#lambdas/batch/ingest-photo.ts')['ingestPhoto'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  media = await import('#lambdas/store/media.ts');
  steps = { ...(await import('#lambdas/video/preprocess-photo.ts')), ...(await import('#lambdas/video/outpaint-photo.ts')) };
  ({ ingestPhoto } = await import('#lambdas/batch/ingest-photo.ts'));
});
afterAll(() => store.stop());

let item: VideoItem;
let ref: ItemRef;
const current = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as VideoItem;

/** Creates a queued item whose photo is uploaded. */
async function order(width: number, height: number, changes: Partial<VideoItem> = {}): Promise<void> {
  const { batch, items } = orderOf(randomUUID(), [200], now);
  item = { ...(items[0] as VideoItem), resolution: '720p', uploadKey: `uploads/${batch.userId}/temp-images/x.png`, ...changes };
  ref = { userId: item.userId, batchId: item.batchId, itemId: item.itemId, index: 0 };
  const photo = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 150, sigma: 30 } },
  })
    .png()
    .toBuffer();
  await media.putObject(item.uploadKey, photo, 'image/png');
  await putItems([item], 'hash');
}

/** Returns a vendor that first throws the given failures and then extends the photo. It records its orders. */
function vendorThat(...failures: ErrorCode[]): OutpaintVendor & { orders: OutpaintOrder[] } {
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
  const { width, height } = await sharp(await media.readObject(key)).metadata();
  return { width, height };
};

describe('a photo with the frame’s ratio', () => {
  beforeEach(() => order(900, 1600));

  test('becomes the frame at once', async () => {
    await ingestPhoto(ref);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: false });
    const { frameKey = '', plan, photoSize, status } = await current();
    expect(await sizeOf(frameKey)).toEqual({ width: 720, height: 1280 });
    expect({ strategy: plan?.processingStrategy, photoSize, status }).toEqual({
      strategy: 'DIRECT_GENERATION',
      photoSize: { width: 900, height: 1600 },
      status: 'queued',
    });
  });

  test('is not rendered again if a repeated step finds its frame', async () => {
    await ingestPhoto(ref);
    await steps.preprocessPhoto(ref);
    const before = await current();
    await media.putObject(before.frameKey ?? '', Buffer.from('as it was'), 'image/jpeg');
    await ingestPhoto(ref);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: false });
    expect(await current()).toEqual(before);
    expect((await media.readObject(before.frameKey ?? '')).toString()).toBe('as it was');
  });

  test('is rendered again if its frame has expired since an earlier batch', async () => {
    await ingestPhoto(ref);
    await steps.preprocessPhoto(ref);
    const { photoKey, photoSize, plan } = await current();
    const source = item;
    await order(900, 1600, { photoKey, photoSize, plan, frameKey: `frames/${source.userId}/gone.jpg` } as Partial<VideoItem>);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: false });
    expect(await sizeOf((await current()).frameKey ?? '')).toEqual({ width: 720, height: 1280 });
  });
});

describe('a photo that needs outpainting', () => {
  beforeEach(async () => {
    await order(1200, 900, { aspectRatio: '1:1' });
    await ingestPhoto(ref);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: true, crop: true });
  });

  test('is extended by one request for exactly the planned sides, and its item is generating', async () => {
    const vendor = vendorThat();
    await steps.outpaintPhoto(ref, vendor, now);
    const { plan, frameKey = '', outpaintTries, status, startedAt } = await current();
    expect(vendor.orders.map(({ photo: _, ...asked }) => asked)).toMatchObject([{ ...plan?.outpaintParams, creativity: 0.3 }]);
    expect(await sizeOf(frameKey)).toEqual({ width: 720, height: 1280 });
    expect({ outpaintTries, status, startedAt }).toEqual({ outpaintTries: 1, status: 'generating', startedAt: now.toISOString() });
  });

  test('is not extended twice, neither by a repeated step nor by another execution', async () => {
    const vendor = vendorThat();
    await steps.outpaintPhoto(ref, vendor, now);
    await steps.outpaintPhoto(ref, vendor, now);
    expect(await steps.preprocessPhoto(ref)).toEqual({ outpaint: false, crop: true });
    expect(vendor.orders).toHaveLength(1);
  });

  test('is requested again after a crash before its response was stored, within the limit', async () => {
    const vendor = vendorThat('VendorBusy', 'VendorUnreachable', 'VendorServerError');
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'VendorBusy' });
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'VendorUnreachable' });
    // The last error is final for the machine, and is the one that the seller sees.
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'OutpaintingFailed' });
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'OutpaintingFailed' });
    expect(vendor.orders).toHaveLength(steps.outpaintTriesMax);
    expect(await current()).toMatchObject({ outpaintTries: steps.outpaintTriesMax });
  });

  test('five parallel runs of the step stay within the limit', async () => {
    const vendor = vendorThat();
    await Promise.allSettled(Array.from({ length: 5 }, () => steps.outpaintPhoto(ref, vendor, now)));
    expect(vendor.orders.length).toBeLessThanOrEqual(steps.outpaintTriesMax);
    expect((await current()).frameKey).toBeDefined();
  });

  test('is not extended after a cancel', async () => {
    const vendor = vendorThat();
    await markCancelled(await current(), now);
    await expect(steps.outpaintPhoto(ref, vendor, now)).rejects.toMatchObject({ code: 'Cancelled' });
    await expect(steps.preprocessPhoto(ref)).rejects.toMatchObject({ code: 'Cancelled' });
    expect(vendor.orders).toHaveLength(0);
  });

  test('that is cancelled meanwhile keeps its paid frame, but does not continue', async () => {
    const vendor = vendorThat();
    const cancelling: OutpaintVendor = {
      async extend(order) {
        await markCancelled(await current(), now);
        return vendor.extend(order);
      },
    };
    await steps.outpaintPhoto(ref, cancelling, now);
    expect((await current()).frameKey).toBeDefined();
    await expect(steps.preprocessPhoto(ref)).rejects.toMatchObject({ code: 'Cancelled' });
  });

  test.each<[ErrorCode, ErrorCode]>([
    ['VendorRefused', 'OutpaintingRefused'],
    ['VendorMisconfigured', 'OutpaintingFailed'],
    ['VendorMalformedAnswer', 'OutpaintingInvalid'],
  ])('whose request fails with %s ends with %s', async (code, expected) => {
    await expect(steps.outpaintPhoto(ref, vendorThat(code), now)).rejects.toMatchObject({ code: expected });
    expect((await current()).frameKey).toBeUndefined();
  });
});

test('a missing photo ends its item with a clear error', async () => {
  await order(900, 1600, { photoSize: { width: 900, height: 1600 } });
  await expect(steps.preprocessPhoto(ref)).rejects.toMatchObject({ code: 'ImageUnreadable' });
});
