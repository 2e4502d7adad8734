/**
 * Tests the step that edits a photo, with the local tables and storage: repeated steps, vendor errors, the request limit, and invalid
 * pictures.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { PhotoEditItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { putObject, readObject } from '#lambdas/store/objects.ts';
import type { EditedPhoto, PhotoEditOrder, PhotoEditVendor } from '#lambdas/vendors/photo-edit-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address only once. */
let editPhoto: typeof import('#lambdas/photo-edit/edit-photo.ts')['editPhoto'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  ({ editPhoto } = await import('#lambdas/photo-edit/edit-photo.ts'));
});
afterAll(() => store.stop());

const plainPicture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const uploadName = 'image.png';
const guideName = 'guide.png';

let ref: ItemRef;
const readCurrentItem = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as PhotoEditItem;

async function createOrder(settings: object = {}, photo?: Buffer): Promise<void> {
  const [userId, batchId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId, itemId: 'photo', index: 0 };
  const keyOf = (name: string) => `uploads/${userId}/temp-images/${name}`;
  await putObject(keyOf(uploadName), photo ?? (await plainPicture(400, 300).png().toBuffer()), 'image/png');
  await putObject(keyOf(guideName), await plainPicture(200, 200).webp().toBuffer(), 'image/webp');
  const parsed = photoEditSettings.parse(settings);
  const item: PhotoEditItem = {
    ...ref,
    kind: 'photo-edit',
    uploadKey: keyOf(uploadName),
    ...(parsed.backgroundMode === 'image-guided' && { guidanceKey: keyOf(guideName) }),
    settings: parsed,
    cents: 2,
    status: 'queued',
  };
  await putItems([item], 'hash');
}
beforeEach(() => createOrder());

/** Returns a vendor that first throws the given failures, and then returns a PNG or the given result. The vendor records its orders. */
function fakeVendor(failures: ErrorCode[] = [], makeResult: () => Promise<Partial<EditedPhoto>> = async () => ({})) {
  const orders: PhotoEditOrder[] = [];
  const vendor: PhotoEditVendor = {
    async edit(order) {
      orders.push(order);
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return {
        bytes: await plainPicture(320, 200).png().toBuffer(),
        contentType: 'image/png',
        ignoredSettings: [],
        ...(await makeResult()),
      };
    },
  };
  return { orders, run: () => editPhoto(ref, vendor, now) };
}

describe('an edit', () => {
  test('an edit is stored with its measured size, and a repeated step sends no second request', async () => {
    const { orders, run } = fakeVendor([], async () => ({ seed: 0, ignoredSettings: ['removeText'] }));
    await run();
    await run();
    expect(orders).toHaveLength(1);
    const { result, status, startedAt, attempts } = await readCurrentItem();
    expect({ status, startedAt, attempts }).toEqual({ status: 'generating', startedAt: now.toISOString(), attempts: 1 });
    expect(result).toEqual({
      key: `results/${ref.userId}/${ref.batchId}/photo.png`,
      width: 320,
      height: 200,
      sizeBytes: expect.any(Number),
      measured: expect.objectContaining({ format: 'png' }),
      contentType: 'image/png',
      ignoredSettings: ['removeText'],
      seed: 0,
    });
    expect(await sharp(await readObject(String(result?.key))).metadata()).toMatchObject({ format: 'png', width: 320 });
  });

  test('an edit reports the settings that have no effect at this photo size, and the settings that the vendor ignored', async () => {
    const large = await plainPicture(2100, 2100).png().toBuffer();
    await createOrder({ apiMode: 'image-editing', upscaleMode: 'ai-slow', addShadows: true }, large);
    await fakeVendor([], async () => ({ ignoredSettings: ['addShadows', 'upscaleMode'] })).run();
    expect((await readCurrentItem()).result?.ignoredSettings.toSorted()).toEqual(['addShadows', 'upscaleMode']);
    await createOrder({ apiMode: 'image-editing', upscaleMode: 'ai-slow' }, large);
    await fakeVendor().run();
    expect((await readCurrentItem()).result?.ignoredSettings).toEqual(['upscaleMode']);
  });

  test('an edit is requested at most three times, even if all requests fail', async () => {
    const { orders, run } = fakeVendor(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'GenerationFailed', 'GenerationFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(3);
    expect((await readCurrentItem()).result).toBeUndefined();
  });

  test.each<[string, () => Promise<Partial<EditedPhoto>>]>([
    ['a truncated picture', async () => ({ bytes: (await plainPicture(1024, 1024).png().toBuffer()).subarray(0, 600) })],
    ['a file that is not a picture', async () => ({ bytes: Buffer.from('<html></html>') })],
    [
      'a picture with a type that was not ordered',
      async () => ({ bytes: await plainPicture(64, 64).gif().toBuffer(), contentType: 'image/gif' }),
    ],
  ])('%s is not delivered', async (_, makeResult) => {
    await expect(fakeVendor([], makeResult).run()).rejects.toMatchObject({ code: 'VendorMalformedAnswer' });
    expect((await readCurrentItem()).result).toBeUndefined();
  });
});

describe('the request to the vendor', () => {
  const readReceivedPhoto = async (photo: Buffer) => {
    await createOrder({}, photo);
    const { orders, run } = fakeVendor();
    await run();
    const { bytes, contentType } = orders[0]?.photo ?? { bytes: Buffer.alloc(0), contentType: '' };
    const { width, height, exif, hasAlpha } = await sharp(bytes).metadata();
    return { contentType, width, height, exif, hasAlpha };
  };
  const exif = { IFD0: { ImageDescription: 'taken at home' } };

  test('the vendor receives the photo in its correct orientation and without metadata', async () => {
    const rotated = await plainPicture(400, 300).jpeg().withMetadata({ orientation: 6 }).withExifMerge(exif).toBuffer();
    expect(await readReceivedPhoto(rotated)).toEqual({
      contentType: 'image/jpeg',
      width: 300,
      height: 400,
      exif: undefined,
      hasAlpha: false,
    });
  });

  test('the vendor receives a transparent photo with its transparency', async () => {
    const transparent = await plainPicture(100, 100).ensureAlpha(0.5).webp().toBuffer();
    expect(await readReceivedPhoto(transparent)).toMatchObject({ contentType: 'image/png', hasAlpha: true });
  });

  test('the vendor receives a photo of at most 25 megapixels', async () => {
    const { width = 0, height = 0 } = await readReceivedPhoto(await plainPicture(8000, 5000).jpeg().toBuffer());
    expect(width * height).toBeLessThanOrEqual(25_000_000);
    expect(width * height).toBeGreaterThan(24_900_000);
    expect(width / height).toBeCloseTo(1.6, 2);
  });

  test('the vendor receives the guiding picture if the background is guided', async () => {
    await createOrder({ apiMode: 'image-editing', backgroundMode: 'image-guided' });
    const { orders, run } = fakeVendor();
    await run();
    expect(orders).toMatchObject([{ guidance: { contentType: 'image/jpeg' }, settings: { backgroundMode: 'image-guided' } }]);
  });

  test.each<[string, () => Promise<Buffer>, ErrorCode]>([
    ['a text file', async () => Buffer.from('no picture at all'), 'ImageTypeUnsupported'],
    ['a truncated photo', async () => (await plainPicture(900, 900).png().toBuffer()).subarray(0, 900), 'ImageUnreadable'],
    ['a photo that is too small', () => plainPicture(63, 900).png().toBuffer(), 'ImageDimensions'],
    ['a photo with a side of 8193 pixels', () => plainPicture(8193, 64).png().toBuffer(), 'ImageDimensions'],
  ])('the vendor receives no request for %s, and no request is counted', async (_, photo, code) => {
    await createOrder({}, await photo());
    const { orders, run } = fakeVendor();
    await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toEqual([]);
    expect((await readCurrentItem()).attempts).toBeUndefined();
  });
});
