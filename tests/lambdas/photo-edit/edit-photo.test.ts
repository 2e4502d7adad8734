/** The step that edits a photo, on real tables and storage: run twice, cut off, out of requests, and given bad pictures. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { PhotoEditItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import type { EditedPhoto, PhotoEditOrder, PhotoEditVendor } from '#lambdas/vendors/photo-edit-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** Read after the storage's address is set, which their client takes when it is made. */
let media: typeof import('#lambdas/store/media.ts');
let editPhoto: typeof import('#lambdas/photo-edit/edit-photo.ts')['editPhoto'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  media = await import('#lambdas/store/media.ts');
  ({ editPhoto } = await import('#lambdas/photo-edit/edit-photo.ts'));
});
afterAll(() => store.stop());

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const upload = 'image.png';
const guide = 'guide.png';

let ref: ItemRef;
const current = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as PhotoEditItem;

async function ordered(settings: object = {}, photo?: Buffer): Promise<void> {
  const [userId, batchId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId, itemId: 'photo', index: 0 };
  const keyOf = (name: string) => `uploads/${userId}/temp-images/${name}`;
  await media.putObject(keyOf(upload), photo ?? (await plain(400, 300).png().toBuffer()), 'image/png');
  await media.putObject(keyOf(guide), await plain(200, 200).webp().toBuffer(), 'image/webp');
  const parsed = photoEditSettings.parse(settings);
  const item: PhotoEditItem = {
    ...ref,
    kind: 'photo-edit',
    uploadKey: keyOf(upload),
    ...(parsed.backgroundMode === 'image-guided' && { guidanceKey: keyOf(guide) }),
    settings: parsed,
    cents: 2,
    status: 'queued',
  };
  await putItems([item], 'hash');
}
beforeEach(() => ordered());

/** Answers a PNG, or what it is given, after throwing what it is told to; keeps what it was asked. */
function vendorThat(failures: ErrorCode[] = [], answer: () => Promise<Partial<EditedPhoto>> = async () => ({})) {
  const orders: PhotoEditOrder[] = [];
  const vendor: PhotoEditVendor = {
    async edit(order) {
      orders.push(order);
      const failure = failures.shift();
      if (failure) throw new AppError(failure);
      return { bytes: await plain(320, 200).png().toBuffer(), contentType: 'image/png', ignoredSettings: [], ...(await answer()) };
    },
  };
  return { orders, run: () => editPhoto(ref, vendor, now) };
}

describe('an edit', () => {
  test('is stored as it was measured, and run again is not asked for again', async () => {
    const { orders, run } = vendorThat([], async () => ({ seed: 0, ignoredSettings: ['removeText'] }));
    await run();
    await run();
    expect(orders).toHaveLength(1);
    const { result, status, startedAt, attempts } = await current();
    expect({ status, startedAt, attempts }).toEqual({ status: 'generating', startedAt: now.toISOString(), attempts: 1 });
    expect(result).toEqual({
      key: `results/${ref.userId}/${ref.batchId}/photo.png`,
      width: 320,
      height: 200,
      sizeBytes: expect.any(Number),
      contentType: 'image/png',
      ignoredSettings: ['removeText'],
      seed: 0,
    });
    expect(await sharp(await media.readObject(String(result?.key))).metadata()).toMatchObject({ format: 'png', width: 320 });
  });

  test('adds what the photo’s size leaves without effect to what the vendor ignored', async () => {
    const large = await plain(2100, 2100).png().toBuffer();
    await ordered({ apiMode: 'image-editing', upscaleMode: 'ai-slow', addShadows: true }, large);
    await vendorThat([], async () => ({ ignoredSettings: ['addShadows', 'upscaleMode'] })).run();
    expect((await current()).result?.ignoredSettings.toSorted()).toEqual(['addShadows', 'upscaleMode']);
    await ordered({ apiMode: 'image-editing', upscaleMode: 'ai-slow' }, large);
    await vendorThat().run();
    expect((await current()).result?.ignoredSettings).toEqual(['upscaleMode']);
  });

  test('is asked for three times in all, whatever becomes of the requests', async () => {
    const { orders, run } = vendorThat(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable', 'GenerationFailed', 'GenerationFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(3);
    expect((await current()).result).toBeUndefined();
  });

  test.each<[string, () => Promise<Partial<EditedPhoto>>]>([
    ['that is cut short', async () => ({ bytes: (await plain(1024, 1024).png().toBuffer()).subarray(0, 600) })],
    ['that is none', async () => ({ bytes: Buffer.from('<html></html>') })],
    ['of a kind that nobody ordered', async () => ({ bytes: await plain(64, 64).gif().toBuffer(), contentType: 'image/gif' })],
  ])('%s is not delivered', async (_, answer) => {
    await expect(vendorThat([], answer).run()).rejects.toMatchObject({ code: 'VendorMalformedAnswer' });
    expect((await current()).result).toBeUndefined();
  });
});

describe('the vendor is given', () => {
  const given = async (photo: Buffer) => {
    await ordered({}, photo);
    const { orders, run } = vendorThat();
    await run();
    const { bytes, contentType } = orders[0]?.photo ?? { bytes: Buffer.alloc(0), contentType: '' };
    const { width, height, exif, hasAlpha } = await sharp(bytes).metadata();
    return { contentType, width, height, exif, hasAlpha };
  };
  const exif = { IFD0: { ImageDescription: 'taken at home' } };

  test('a photo upright and without what was written into it', async () => {
    const turned = await plain(400, 300).jpeg().withMetadata({ orientation: 6 }).withExifMerge(exif).toBuffer();
    expect(await given(turned)).toEqual({ contentType: 'image/jpeg', width: 300, height: 400, exif: undefined, hasAlpha: false });
  });

  test('one that is transparent as it is', async () => {
    const clear = await plain(100, 100).ensureAlpha(0.5).webp().toBuffer();
    expect(await given(clear)).toMatchObject({ contentType: 'image/png', hasAlpha: true });
  });

  test('one of 25 megapixels at most', async () => {
    const { width = 0, height = 0 } = await given(await plain(8000, 5000).jpeg().toBuffer());
    expect(width * height).toBeLessThanOrEqual(25_000_000);
    expect(width * height).toBeGreaterThan(24_900_000);
    expect(width / height).toBeCloseTo(1.6, 2);
  });

  test('the guidance where the background is guided by it', async () => {
    await ordered({ apiMode: 'image-editing', backgroundMode: 'image-guided' });
    const { orders, run } = vendorThat();
    await run();
    expect(orders).toMatchObject([{ guidance: { contentType: 'image/jpeg' }, settings: { backgroundMode: 'image-guided' } }]);
  });

  test.each<[string, () => Promise<Buffer>, ErrorCode]>([
    ['a text', async () => Buffer.from('no picture at all'), 'ImageTypeUnsupported'],
    ['half a photo', async () => (await plain(900, 900).png().toBuffer()).subarray(0, 900), 'ImageUnreadable'],
    ['one too small', () => plain(63, 900).png().toBuffer(), 'ImageDimensions'],
    ['one too long', () => plain(8193, 64).png().toBuffer(), 'ImageDimensions'],
  ])('nothing of %s, and no request is counted', async (_, photo, code) => {
    await ordered({}, await photo());
    const { orders, run } = vendorThat();
    await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toEqual([]);
    expect((await current()).attempts).toBeUndefined();
  });
});
