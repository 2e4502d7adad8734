/** The steps of a batch of edits on real tables and storage: repeated runs, crashes, cancels and bad photos; and the daily limit. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { editItemsOf } from '#lambdas/batch/edit-items.ts';
import { withEditLimit } from '#lambdas/batch/edit-limit.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { EditItem } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems, readItem } from '#lambdas/store/batches.ts';
import type { User } from '#lambdas/store/users.ts';
import type { EditedPhoto, PhotoEditOrder, PhotoEditVendor } from '#lambdas/vendors/photo-edit-port.ts';
import { createBatchRequest } from '#shared/batch/api.ts';
import { dailyLimits } from '#shared/daily-limits.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { editRequest } from '../../fixtures/edit-order.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** Imported after the storage's address is set, because its client reads the address once. */
let media: typeof import('#lambdas/store/media.ts');
let editPhoto: typeof import('#lambdas/photo-edit/edit-photo.ts')['editPhoto'];
let prepareEdit: typeof import('#lambdas/photo-edit/prepare-edit.ts')['prepareEdit'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  media = await import('#lambdas/store/media.ts');
  ({ editPhoto } = await import('#lambdas/photo-edit/edit-photo.ts'));
  ({ prepareEdit } = await import('#lambdas/photo-edit/prepare-edit.ts'));
});
afterAll(() => store.stop());

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });

let ref: ItemRef;
let uploadKey: string;
const current = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as EditItem;

async function ordered(photo?: Buffer, settings: object = {}): Promise<void> {
  const userId = randomUUID();
  uploadKey = `uploads/${userId}/temp-images/a.png`;
  await media.putObject(uploadKey, photo ?? (await plain(400, 300).png().toBuffer()), 'image/png');
  const request = createBatchRequest.parse(editRequest([uploadKey], { settings }));
  if (request.kind !== 'edit') throw new Error('This is not a batch of edits');
  const items = editItemsOf(userId, request);
  ref = { userId, batchId: request.batchId, itemId: 'photo-0', index: 0 };
  await putItems(items, 'hash');
}
beforeEach(() => ordered());

function vendorThat(failures: ErrorCode[] = [], before: () => Promise<unknown> = async () => {}, answer: Partial<EditedPhoto> = {}) {
  const orders: PhotoEditOrder[] = [];
  const vendor: PhotoEditVendor = {
    async edit(order) {
      orders.push(order);
      await before();
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return { bytes: await plain(900, 600).png().toBuffer(), contentType: 'image/png', ignoredSettings: [], ...answer };
    },
  };
  return { orders, run: () => editPhoto(ref, vendor, now) };
}

const cancelled = () => changeItem(ref, { set: { cancelRequestedAt: now.toISOString() } });

describe('the photo is not prepared', () => {
  test.each<[string, () => Promise<Buffer>, ErrorCode]>([
    ['if it is a text file', async () => Buffer.from('no picture at all'), 'ImageTypeUnsupported'],
    ['if half of it is missing', async () => (await plain(900, 900).png().toBuffer()).subarray(0, 900), 'ImageUnreadable'],
    ['if it is too small', () => plain(63, 900).png().toBuffer(), 'ImageDimensions'],
    ['if the stored file is larger than an upload may be', async () => Buffer.alloc(8_388_609), 'ImageTooLarge'],
  ])('%s', async (_, photo, code) => {
    await ordered(await photo());
    await expect(prepareEdit(ref)).rejects.toMatchObject({ code });
    expect(await current()).not.toHaveProperty('photoKey');
    const { orders, run } = vendorThat();
    await expect(run()).rejects.toMatchObject({ code: 'ImageUnreadable' });
    expect(orders).toEqual([]);
  });

  test('after a cancel', async () => {
    await cancelled();
    await expect(prepareEdit(ref)).rejects.toMatchObject({ code: 'Cancelled' });
  });
});

describe('a prepared photo', () => {
  test('is stored once, outside the uploads, and its upload may disappear', async () => {
    await prepareEdit(ref);
    const { photoKey, photoSize } = await current();
    expect(photoKey).toBe(`ingested/${ref.userId}/${ref.batchId}/photo-0.jpg`);
    expect(photoSize).toEqual({ width: 400, height: 300 });
    await media.putObject(uploadKey, Buffer.from('another file'), 'image/png');
    await prepareEdit(ref);
    const { orders, run } = vendorThat();
    await run();
    expect(orders).toMatchObject([{ photo: { contentType: 'image/jpeg', size: { width: 400, height: 300 } } }]);
  });

  test('keeps transparency, and an animation leaves a note', async () => {
    await ordered(await plain(100, 100).ensureAlpha(0.5).webp().toBuffer());
    await prepareEdit(ref);
    expect((await current()).photoKey).toMatch(/\.png$/);
    const { orders, run } = vendorThat();
    await run();
    expect(orders[0]?.photo.contentType).toBe('image/png');
    await ordered(await plain(100, 100).gif().toBuffer());
    await prepareEdit(ref);
    expect((await current()).notes).toEqual(['still_from_gif']);
  });
});

describe('an edit', () => {
  beforeEach(() => prepareEdit(ref));

  test('is not requested after a cancel, and not delivered if the cancel came during the request', async () => {
    const during = vendorThat([], cancelled);
    await expect(during.run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect((await current()).result).toBeUndefined();
    const after = vendorThat();
    await expect(after.run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect([during.orders.length, after.orders.length]).toEqual([1, 0]);
  });

  test('is requested at most three times, for any results of the requests', async () => {
    const { orders, run } = vendorThat(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'GenerationFailed', 'GenerationFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(3);
  });

  test('that is not a picture is not delivered', async () => {
    await expect(vendorThat([], undefined, { bytes: Buffer.from('<html></html>') }).run()).rejects.toMatchObject({
      code: 'VendorMalformedAnswer',
    });
    expect((await current()).result).toBeUndefined();
  });

  test('is stored with a thumbnail, and a repeated step sends no second request', async () => {
    const { orders, run } = vendorThat([], undefined, { seed: 7, ignoredSettings: ['removeText'] });
    await run();
    await run();
    expect(orders).toHaveLength(1);
    const { result, status, attempts } = await current();
    expect({ status, attempts }).toEqual({ status: 'generating', attempts: 1 });
    expect(result).toEqual({
      key: `results/${ref.userId}/${ref.batchId}/photo-0.png`,
      posterKey: `results/${ref.userId}/${ref.batchId}/photo-0.thumb.jpg`,
      width: 900,
      height: 600,
      sizeBytes: expect.any(Number),
      contentType: 'image/png',
      ignoredSettings: ['removeText'],
      seed: 7,
    });
    expect(await sharp(await media.readObject(String(result?.posterKey))).metadata()).toMatchObject({
      format: 'jpeg',
      width: 300,
      height: 200,
    });
  });
});

describe('the daily limit of edits', () => {
  const user = (): User => {
    const id = randomUUID();
    return { userId: id, person: id, tier: 'neverPaid' };
  };
  const most = dailyLimits.photoEdit.neverPaid;
  const limited = (of: User, count: number, start: () => Promise<string> = async () => 'started') =>
    withEditLimit({ user: of, batchId: randomUUID(), count: () => count }, now, start);

  test('refuses a batch that exceeds it, and counts nothing for it', async () => {
    const one = user();
    await expect(limited(one, most + 1)).rejects.toMatchObject({ code: 'DailyLimit', details: { limit: most } });
    expect(await limited(one, most)).toBe('started');
    await expect(limited(one, 1)).rejects.toMatchObject({ code: 'DailyLimit' });
  });

  test('gives all edits back if the batch is not started', async () => {
    const one = user();
    await expect(limited(one, most, () => Promise.reject(new AppError('InsufficientCredits')))).rejects.toMatchObject({
      code: 'InsufficientCredits',
    });
    expect(await limited(one, most)).toBe('started');
  });

  test('admits only one of two batches at once', async () => {
    const one = user();
    const answers = await Promise.allSettled([limited(one, most - 1), limited(one, most - 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
