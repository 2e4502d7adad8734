/** Tests the steps of a batch of edits with the local tables and storage: repeated steps, cancels, bad photos, and the daily limit. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { editItemsOf } from '#lambdas/batch/edit-items.ts';
import { withEditLimit } from '#lambdas/batch/edit-limit.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { EditItem } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems, readItem } from '#lambdas/store/batches.ts';
import { putObject, readObject } from '#lambdas/store/objects.ts';
import type { User } from '#lambdas/store/users.ts';
import type { EditedPhoto, PhotoEditOrder, PhotoEditVendor } from '#lambdas/vendors/photo-edit-port.ts';
import { createBatchRequest } from '#shared/batch/api.ts';
import { dailyLimits } from '#shared/daily-limits.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { editRequest } from '../../fixtures/edit-order.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address only once. */
let editPhoto: typeof import('#lambdas/photo-edit/edit-photo.ts')['editPhoto'];
let prepareEdit: typeof import('#lambdas/photo-edit/prepare-edit.ts')['prepareEdit'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  ({ editPhoto } = await import('#lambdas/photo-edit/edit-photo.ts'));
  ({ prepareEdit } = await import('#lambdas/photo-edit/prepare-edit.ts'));
});
afterAll(() => store.stop());

const plainPicture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });

let ref: ItemRef;
let uploadKey: string;
const readCurrentItem = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as EditItem;

async function createOrder(photo?: Buffer, settings: object = {}): Promise<void> {
  const userId = randomUUID();
  uploadKey = `uploads/${userId}/temp-images/a.png`;
  await putObject(uploadKey, photo ?? (await plainPicture(400, 300).png().toBuffer()), 'image/png');
  const request = createBatchRequest.parse(editRequest([uploadKey], { settings }));
  if (request.kind !== 'edit') throw new Error('This is not a batch of edits');
  const items = editItemsOf(userId, request);
  ref = { userId, batchId: request.batchId, itemId: 'photo-0', index: 0 };
  await putItems(items, 'hash');
}
beforeEach(() => createOrder());

function fakeVendor(failures: ErrorCode[] = [], onRequest: () => Promise<unknown> = async () => {}, changes: Partial<EditedPhoto> = {}) {
  const orders: PhotoEditOrder[] = [];
  const vendor: PhotoEditVendor = {
    async edit(order) {
      orders.push(order);
      await onRequest();
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return { bytes: await plainPicture(900, 600).png().toBuffer(), contentType: 'image/png', ignoredSettings: [], ...changes };
    },
  };
  return { orders, run: () => editPhoto(ref, vendor, now) };
}

const cancelItem = () => changeItem(ref, { set: { cancelRequestedAt: now.toISOString() } });

describe('a photo that cannot be prepared', () => {
  test.each<[string, () => Promise<Buffer>, ErrorCode]>([
    ['if it is a text file', async () => Buffer.from('no picture at all'), 'ImageTypeUnsupported'],
    ['if half of it is missing', async () => (await plainPicture(900, 900).png().toBuffer()).subarray(0, 900), 'ImageUnreadable'],
    ['if it is too small', () => plainPicture(63, 900).png().toBuffer(), 'ImageDimensions'],
    ['if the stored file is larger than an upload may be', async () => Buffer.alloc(8_388_609), 'ImageTooLarge'],
  ])('a photo is not prepared %s', async (_, photo, code) => {
    await createOrder(await photo());
    await expect(prepareEdit(ref)).rejects.toMatchObject({ code });
    expect(await readCurrentItem()).not.toHaveProperty('photoKey');
    const { orders, run } = fakeVendor();
    await expect(run()).rejects.toMatchObject({ code: 'ImageUnreadable' });
    expect(orders).toEqual([]);
  });

  test('a photo is not prepared after a cancel', async () => {
    await cancelItem();
    await expect(prepareEdit(ref)).rejects.toMatchObject({ code: 'Cancelled' });
  });
});

describe('a prepared photo', () => {
  test('a prepared photo is stored once, outside the uploads, and a later change of the upload does not affect the edit', async () => {
    await prepareEdit(ref);
    const { photoKey, photoSize } = await readCurrentItem();
    expect(photoKey).toBe(`ingested/${ref.userId}/${ref.batchId}/photo-0.jpg`);
    expect(photoSize).toEqual({ width: 400, height: 300 });
    await putObject(uploadKey, Buffer.from('another file'), 'image/png');
    await prepareEdit(ref);
    const { orders, run } = fakeVendor();
    await run();
    expect(orders).toMatchObject([{ photo: { contentType: 'image/jpeg', size: { width: 400, height: 300 } } }]);
  });

  test('a prepared photo keeps its transparency, and an animation adds a note to the item', async () => {
    await createOrder(await plainPicture(100, 100).ensureAlpha(0.5).webp().toBuffer());
    await prepareEdit(ref);
    expect((await readCurrentItem()).photoKey).toMatch(/\.png$/);
    const { orders, run } = fakeVendor();
    await run();
    expect(orders[0]?.photo.contentType).toBe('image/png');
    await createOrder(await plainPicture(100, 100).gif().toBuffer());
    await prepareEdit(ref);
    expect((await readCurrentItem()).notes).toEqual(['still_from_gif']);
  });
});

describe('an edit', () => {
  beforeEach(() => prepareEdit(ref));

  test('an edit is not requested after a cancel, and is not delivered after a cancel during the request', async () => {
    const cancellingVendor = fakeVendor([], cancelItem);
    await expect(cancellingVendor.run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect((await readCurrentItem()).result).toBeUndefined();
    const laterVendor = fakeVendor();
    await expect(laterVendor.run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect([cancellingVendor.orders.length, laterVendor.orders.length]).toEqual([1, 0]);
  });

  test('an edit is requested at most three times, even if all requests fail', async () => {
    const { orders, run } = fakeVendor(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'GenerationFailed', 'GenerationFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(3);
  });

  test('an edit is not delivered if it is not a picture', async () => {
    await expect(fakeVendor([], undefined, { bytes: Buffer.from('<html></html>') }).run()).rejects.toMatchObject({
      code: 'VendorMalformedAnswer',
    });
    expect((await readCurrentItem()).result).toBeUndefined();
  });

  test('an edit is stored with a thumbnail, and a repeated step sends no second request', async () => {
    const { orders, run } = fakeVendor([], undefined, { seed: 7, ignoredSettings: ['removeText'] });
    await run();
    await run();
    expect(orders).toHaveLength(1);
    const { result, status, attempts } = await readCurrentItem();
    expect({ status, attempts }).toEqual({ status: 'generating', attempts: 1 });
    expect(result).toEqual({
      key: `results/${ref.userId}/${ref.batchId}/photo-0.png`,
      posterKey: `results/${ref.userId}/${ref.batchId}/photo-0.thumb.jpg`,
      width: 900,
      height: 600,
      sizeBytes: expect.any(Number),
      measured: expect.objectContaining({ format: 'png' }),
      contentType: 'image/png',
      ignoredSettings: ['removeText'],
      seed: 7,
    });
    expect(await sharp(await readObject(String(result?.posterKey))).metadata()).toMatchObject({
      format: 'jpeg',
      width: 300,
      height: 200,
    });
  });
});

describe('the daily limit of edits', () => {
  const newUser = (): User => {
    const id = randomUUID();
    return { userId: id, person: id, tier: 'neverPaid' };
  };
  const limit = dailyLimits.photoEdit.neverPaid;
  const startWithLimit = (user: User, count: number, start: () => Promise<string> = async () => 'started') =>
    withEditLimit({ user, batchId: randomUUID(), count: () => count }, now, start);

  test('the daily limit refuses a batch that exceeds it, and counts no edit of this batch', async () => {
    const user = newUser();
    await expect(startWithLimit(user, limit + 1)).rejects.toMatchObject({ code: 'DailyLimit', details: { limit } });
    expect(await startWithLimit(user, limit)).toBe('started');
    await expect(startWithLimit(user, 1)).rejects.toMatchObject({ code: 'DailyLimit' });
  });

  test('the daily limit counts no edit if the batch is not started', async () => {
    const user = newUser();
    await expect(startWithLimit(user, limit, () => Promise.reject(new AppError('InsufficientCredits')))).rejects.toMatchObject({
      code: 'InsufficientCredits',
    });
    expect(await startWithLimit(user, limit)).toBe('started');
  });

  test('the daily limit accepts only one of two parallel batches', async () => {
    const user = newUser();
    const results = await Promise.allSettled([startWithLimit(user, limit - 1), startWithLimit(user, limit - 1)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
