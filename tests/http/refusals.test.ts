/** Tests the error codes of refused calls. No refusal changes the balance, the running batches or the transactions of the seller. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testFiles } from '#lambdas/batch/bad-files.test-support.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { sniffImageType } from '#shared/upload/image-file.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { batchRequest, createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let seller: Seller;
let key: string;

beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin);
  key = (await seller.upload(await createPhoto())).key;
});
afterEach(async () => {
  expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  expect((await seller.call<{ items: unknown[] }>('GET', '/api/batches?active=true')).body.items).toEqual([]);
  expect(await seller.transactions()).toHaveLength(1);
});

const order = (...items: object[]) => seller.call('POST', '/api/batches', batchRequest(items.map((item) => ({ uploadKey: key, ...item }))));
const errorResponse = (status: number, code: ErrorCode) => ({
  status,
  body: { code, message: expect.stringMatching(/\w/), requestId: expect.any(String) },
});

test('an unknown path returns 404 instead of a page', async () => {
  expect(await seller.call('GET', '/api/nothing')).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  expect((await fetchWithRetries(`${cloud.origin}/locales/xx/common.json`)).status).toBe(404);
});

test('a webhook for an unknown order is rejected', async () => {
  const response = await fetchWithRetries(`${cloud.origin}/api/fal/webhook?user=u&batch=b&index=0&attempt=1&proof=x`, {
    method: 'POST',
    body: '{}',
  });
  expect(response.status).toBe(401);
  const { code, requestId } = (await response.json()) as { code: string; requestId: string };
  expect(code).toBe('BadSignature');
  const [line = ''] = cloud.logLines.filter((one) => one.includes(requestId) && one.includes('"call refused"'));
  expect(line).toMatch(/"address":"[^"]+","code":"BadSignature"/);
  expect(cloud.logLines.join('\n')).toMatch(/"SecurityEvent"[^\n]*"Code":"BadSignature"/);
  expect((await fetchWithRetries(`${cloud.origin}/api/fal/webhook`, { method: 'POST', body: '{}' })).status).toBe(400);
});

test('an upload above the daily limit of bytes is refused', async () => {
  const other = await signIn(cloud.origin);
  const limit = await setUsesLeftToday(other.userId, 'uploadBytes', 10);
  const requestUpload = (sizeBytes: number) =>
    other.call('POST', '/api/uploads', { fileName: 'photo.jpg', contentType: 'image/jpeg', sizeBytes, folder: 'temp-images' });
  expect(await requestUpload(11)).toMatchObject({ ...errorResponse(429, 'DailyLimit'), body: { data: { limit } } });
  expect((await requestUpload(10)).status).toBe(201);
  expect(await requestUpload(1)).toMatchObject(errorResponse(429, 'DailyLimit'));
});

test('an upload above the daily number of uploads is refused', async () => {
  const other = await signIn(cloud.origin);
  const limit = await setUsesLeftToday(other.userId, 'upload', 1);
  const requestUpload = () =>
    other.call('POST', '/api/uploads', { fileName: 'photo.jpg', contentType: 'image/jpeg', sizeBytes: 1, folder: 'temp-images' });
  expect((await requestUpload()).status).toBe(201);
  expect(await requestUpload()).toMatchObject({ ...errorResponse(429, 'DailyLimit'), body: { success: false, data: { limit } } });
});

describe('a batch', () => {
  test.each<[string, () => object[], ErrorCode]>([
    ['without items', () => [], 'EmptyBatch'],
    ['with 101 items', () => Array.from({ length: 101 }, () => ({})), 'BatchTooLarge'],
    ['with a blank prompt', () => [{ prompt: '  ' }], 'PromptRequired'],
    ['with a prompt of 2,001 characters', () => [{ prompt: 'x'.repeat(2001) }], 'PromptTooLong'],
    ['with an unknown model', () => [{ model: 'veo9' }], 'UnknownModel'],
    ['with a resolution that the model does not support', () => [{ resolution: '4k' }], 'ResolutionUnsupported'],
    ['with a ratio that the model does not support', () => [{ aspectRatio: '1:1' }], 'RatioUnsupported'],
    ['with a duration of five seconds', () => [{ duration: 5 }], 'DurationUnsupported'],
    ['with the same item id twice', () => [{ itemId: 'a' }, { itemId: 'a' }], 'DuplicateItem'],
    ['with an invalid item id', () => [{ itemId: '../x' }], 'BadRequest'],
  ])('a batch %s is refused', async (_, items, code) => {
    expect(await order(...items())).toMatchObject(errorResponse(400, code));
  });

  test.each([
    ['is not JSON', '{'],
    ['is a list', '[]'],
    ['is empty', ''],
  ])('a batch is refused if its body %s', async (_, body) => {
    const response = await fetchWithRetries(`${cloud.origin}/api/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.accessToken}` },
      body,
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('a batch that costs more than the balance is refused, and the error contains the needed and the available amount', async () => {
    const response = await order(...Array.from({ length: 5 }, (_, n) => ({ itemId: `i${n}` })));
    expect(response).toMatchObject({ status: 402, body: { code: 'InsufficientCredits', data: { need: 6, have: 5 } } });
  });

  test("a batch gets the same error for another user's photo as for a missing photo", async () => {
    const other = await signIn(cloud.origin);
    const { key: foreignKey } = await other.upload(await createPhoto());
    for (const uploadKey of [
      foreignKey,
      `uploads/${seller.userId}/temp-images/${randomUUID()}.jpg`,
      `uploads/${seller.userId}/../${foreignKey}`,
      'x',
    ]) {
      expect(await order({ uploadKey })).toMatchObject(errorResponse(404, 'UploadNotFound'));
    }
  });

  test('a batch is not found if it belongs to another user', async () => {
    const other = await signIn(cloud.origin);
    const { batchId } = await other.run(['Mine alone']);
    expect(await seller.call('GET', `/api/batches/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await seller.call('GET', `/api/history/video/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await seller.call('GET', '/api/batches/not-a-uuid')).toMatchObject(errorResponse(404, 'BatchNotFound'));
    await other.until(batchId);
    expect(await seller.call('GET', `/api/history/video/${batchId}`)).toMatchObject(errorResponse(404, 'BatchNotFound'));
  });

  test('a batch is refused if another batch already has its id', async () => {
    const other = await signIn(cloud.origin);
    const { request, batchId } = await other.run(['First']);
    const changedRequest = { ...request, items: request.items.map((item) => ({ ...item, prompt: 'Second' })) };
    expect(await other.call('POST', '/api/batches', changedRequest)).toMatchObject(errorResponse(409, 'BatchIdReused'));
    const finalBatch = await other.until(batchId);
    expect(finalBatch.items[0]?.prompt).toBe('First');
    expect(await other.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('a batch is refused while three batches are running', async () => {
    const other = await signIn(cloud.origin);
    await cloud.fal.script('keep waiting', clipResponse, { kind: 'late-webhook' });
    const runs = [await other.run(['keep waiting 1']), await other.run(['keep waiting 2']), await other.run(['keep waiting 3'])];
    expect(runs.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await other.run(['keep waiting 4'])).toMatchObject(errorResponse(409, 'ActiveBatchLimit'));
    // If credits are missing too, the call returns InsufficientCredits, because the seller can solve this problem with a top-up.
    expect(await other.run(['a', 'b'])).toMatchObject({ status: 402 });
    await Promise.all(runs.map(({ batchId }) => other.until(batchId, (batch) => batch.counters.processing === 1)));
    await cloud.fal.release();
    for (const { batchId } of runs) await other.until(batchId);
    expect(await other.profile()).toMatchObject({ credits: 1.4, available: 1.4 });
    expect(await other.run(['after all'])).toMatchObject({ status: 202 });
  });
});

describe('an upload', () => {
  const requestUpload = (changes: object) =>
    seller.call<Refusal>('POST', '/api/uploads', {
      fileName: 'a.jpg',
      contentType: 'image/jpeg',
      sizeBytes: 1000,
      folder: 'temp-images',
      ...changes,
    });

  test.each<[string, object, ErrorCode]>([
    ['of 4 GB', { sizeBytes: 4 * 1024 ** 3 }, 'ImageTooLarge'],
    ['of a file that is one byte too large', { sizeBytes: 8_388_609 }, 'ImageTooLarge'],
    ['of zero bytes', { sizeBytes: 0 }, 'ImageUnreadable'],
    ['of an HEIC', { contentType: 'image/heic' }, 'ImageTypeUnsupported'],
    ['of an SVG', { contentType: 'image/svg+xml' }, 'ImageTypeUnsupported'],
    ['of a video', { contentType: 'video/mp4' }, 'ImageTypeUnsupported'],
    ['of exactly 10 MB for the pipeline', { folder: 'pipeline/input', sizeBytes: 10 * 1024 ** 2 }, 'PipelineImageTooLarge'],
    ['of a GIF for the pipeline', { folder: 'pipeline/references', contentType: 'image/gif' }, 'PipelineImageTypeUnsupported'],
    ['into an unknown folder of the pipeline', { folder: 'pipeline/results' }, 'BadRequest'],
    ['into an unknown folder', { folder: 'results' }, 'BadRequest'],
    ['without a name', { fileName: '' }, 'BadRequest'],
  ])('an upload %s is refused', async (_, changes, code) => {
    expect(await requestUpload(changes)).toMatchObject(errorResponse(400, code));
  });

  test('the storage rejects an upload whose size is not the declared size', async () => {
    const file = await createPhoto();
    expect((await seller.upload(file, 'image/jpeg', { sizeBytes: file.length - 1 })).status).toBe(400);
    expect((await seller.upload(file, 'image/jpeg', { sizeBytes: file.length + 1 })).status).toBe(400);
  });

  test('an upload cannot be ordered if the file is not an image or does not have the declared type', async () => {
    // The API signs no form for an empty file. The form for a file of 1 byte requires this size, so the storage rejects an empty file.
    expect(await requestUpload({ sizeBytes: 0 })).toMatchObject(errorResponse(400, 'ImageUnreadable'));
    expect((await seller.upload(Buffer.alloc(0), 'image/jpeg', { sizeBytes: 1 })).status).toBe(400);
    const text = await seller.upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(100)));
    expect(text.status).toBe(204);
    expect(await order({ uploadKey: text.key })).toMatchObject(errorResponse(400, 'ImageTypeMismatch'));
    const png = await seller.upload(await createPhoto('png'), 'image/jpeg');
    expect(await order({ uploadKey: png.key })).toMatchObject(errorResponse(400, 'ImageTypeMismatch'));
  });
});

describe('a photo with a defect that is found only by decoding', () => {
  test('a photo that fails to decode releases its hold, and the other items of its batch are completed', async () => {
    const other = await signIn(cloud.origin);
    await grant(other.userId, 2000);
    // The test omits files whose first bytes show another type, because such files fail before a hold.
    const files = [];
    for (const { name, make, contentType, outcome } of testFiles) {
      const file = await make();
      if (sniffImageType(file) === contentType) files.push({ file, name, contentType, refusal: 'refusal' in outcome && outcome.refusal });
    }
    const items = [];
    for (const { file, name, contentType } of files) items.push({ title: name, uploadKey: (await other.upload(file, contentType)).key });
    items.push({ title: 'a good photo', uploadKey: (await other.upload(await createPhoto())).key });
    const request = batchRequest(items.map((item) => ({ ...item, prompt: `It is ${item.title}, all on its own` })));
    expect((await other.call('POST', '/api/batches', request)).status).toBe(202);

    const finalBatch = await other.until(request.batchId);
    expect(finalBatch.status).toBe('partial');
    expect(finalBatch.items.map(({ title, status, error, charged }) => [title, status, error?.code, charged])).toEqual([
      ...files.map(({ name, refusal }) => (refusal ? [name, 'failed', refusal, 0] : [name, 'completed', undefined, 1.2])),
      ['a good photo', 'completed', undefined, 1.2],
    ]);
    const balance = (2500 - 120 * finalBatch.counters.completed) / 100;
    expect(await other.profile()).toMatchObject({ credits: balance, available: balance });
    for (const { name, refusal } of files) expect(await cloud.fal.orders(`It is ${name}, all on its own`), name).toBe(refusal ? 0 : 1);
  });
});
