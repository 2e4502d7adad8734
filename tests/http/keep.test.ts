/** Tests the marks of kept results over HTTP: which results a seller can keep, how often, and which responses contain the mark. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ImageBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import type { KeepResponse } from '#shared/batch/keep.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistoryResponse, ListWholeHistoryResponse } from '#shared/history/api.ts';
import type { PhotoEditAccepted, PhotoEditJob } from '#shared/photo-edit/api.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { uploadExample } from '../fixtures/example.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { setCallsLeftInWindow } from '../fixtures/limits.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';
import { waitUntil } from '../fixtures/until.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const put = (seller: Seller, path: string, body: unknown) => seller.call<KeepResponse>('PUT', `${path}/keep`, body);
const itemPath = (batchId: string, itemId: string) => `/api/batches/${batchId}/items/${itemId}`;
const keep = (seller: Seller, batchId: string, itemId: string, isKept = true) => put(seller, itemPath(batchId, itemId), { keep: isKept });

async function orderImages(seller: Seller, prompts: string[]): Promise<string> {
  const { key } = await seller.upload(await createPhoto());
  const request = imageRequest(prompts, key);
  expect((await seller.call('POST', '/api/batches', request)).status).toBe(202);
  return request.batchId;
}

/** Returns the marks of a batch in each response that shows them. */
async function readMarks(seller: Seller, kind: 'image' | 'video', batchId: string) {
  const batch = (await seller.call<ImageBatchResponse | VideoBatchResponse>('GET', `/api/batches/${batchId}`)).body;
  const row = (await seller.call<HistoryResponse>('GET', `/api/history/${kind}/${batchId}`)).body;
  const list = (await seller.call<ListWholeHistoryResponse>('GET', `/api/history/${kind}?results=true`)).body;
  const listedBatch = list.items.find(({ batch_id }) => batch_id === batchId);
  return {
    batch: batch.items.map(({ kept }) => kept),
    history: row.results.map(({ kept }) => kept),
    list: listedBatch?.results.map(({ kept }) => kept),
  };
}

describe('a refused call', () => {
  let seller: Seller;
  let batchId: string;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    batchId = await orderImages(seller, ['to be kept']);
    await seller.until<ImageBatchResponse>(batchId);
  });

  test.each<[string, unknown]>([
    ['no choice', {}],
    ['a text', { keep: 'true' }],
    ['a number', { keep: 1 }],
    ['null', { keep: null }],
  ])('the call is refused without an effect for %s', async (_, body) => {
    expect(await put(seller, itemPath(batchId, 'card-0'), body)).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the call is refused without an effect for a result of another user, and for ids that do not exist', async () => {
    const other = await signIn(cloud.origin);
    expect(await keep(other, batchId, 'card-0')).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await keep(seller, randomUUID(), 'card-0')).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await keep(seller, 'mine', 'card-0')).toMatchObject(errorResponse(404, 'BatchNotFound'));
    for (const itemId of ['card-1', '..', 'card-0 ', 'meta', '__proto__'])
      expect(await keep(seller, batchId, encodeURIComponent(itemId)), itemId).toMatchObject({ status: 404 });
    expect(await put(other, `/api/photoroom/${batchId}`, { keep: true })).toMatchObject(errorResponse(404, 'OperationNotFound'));
    expect(await put(seller, `/api/photoroom/${batchId}`, { keep: true })).toMatchObject(errorResponse(404, 'OperationNotFound'));
    expect(await put(seller, `/api/pipeline/runs/${batchId}`, { keep: true })).toMatchObject(errorResponse(404, 'RunNotFound'));
    expect((await readMarks(seller, 'image', batchId)).batch).toEqual([undefined]);
  });

  test('for an item without a delivered result, the call is refused and changes nothing, before and after the end of the item', async () => {
    await cloud.gemini.script('never kept', { kind: 'refuse' });
    const failedBatchId = await orderImages(seller, ['never kept']);
    expect(await keep(seller, failedBatchId, 'card-0')).toMatchObject(errorResponse(409, 'NothingToKeep'));
    const batch = await seller.until<ImageBatchResponse>(failedBatchId);
    expect(batch.items[0]?.status).toBe('failed');
    for (const isKept of [true, false])
      expect(await keep(seller, failedBatchId, 'card-0', isKept)).toMatchObject(errorResponse(409, 'NothingToKeep'));
    expect(await readMarks(seller, 'image', failedBatchId)).toEqual({ batch: [undefined], history: [undefined], list: [undefined] });
  });

  test('the call is refused without an effect above the rate limit', async () => {
    const limit = await setCallsLeftInWindow(seller.userId, 'keep', 1);
    const responses = await Promise.all([keep(seller, batchId, 'card-0', false), keep(seller, batchId, 'card-0', false)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(responses.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'TooManyRequests', data: { limit } });
  });
});

test('repeated calls mark an image as kept once, a later call removes the mark, and nothing else changes', async () => {
  const seller = await signIn(cloud.origin);
  const batchId = await orderImages(seller, ['one', 'two']);
  const batchBefore = await seller.until<ImageBatchResponse>(batchId);
  const responses = await Promise.all(Array.from({ length: 4 }, () => keep(seller, batchId, 'card-1')));
  for (const response of responses) expect(response).toMatchObject({ status: 200, body: { kept: true } });
  const marks = [undefined, true];
  expect(await readMarks(seller, 'image', batchId)).toEqual({ batch: marks, history: marks, list: marks });
  const batchAfter = await seller.until<ImageBatchResponse>(batchId);
  expect(batchAfter.items.map(({ kept: _, ...item }) => item)).toEqual(batchBefore.items);
  expect({ ...batchAfter, items: [] }).toEqual({ ...batchBefore, items: [] });
  expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  expect((await seller.transactions()).filter(({ type }) => type === 'deduction')).toHaveLength(2);
  expect(await keep(seller, batchId, 'card-1', false)).toMatchObject({ status: 200, body: { kept: false } });
  expect((await readMarks(seller, 'image', batchId)).history).toEqual([undefined, undefined]);
});

test('a delivered image can be kept while the other image of its batch is generated, and the batch ends normally', async () => {
  const seller = await signIn(cloud.origin);
  await cloud.gemini.script('the slow one', { kind: 'held' });
  const batchId = await orderImages(seller, ['the fast one', 'the slow one']);
  await seller.until<ImageBatchResponse>(batchId, ({ items }) => items[0]?.status === 'completed');
  expect(await keep(seller, batchId, 'card-0')).toMatchObject({ status: 200 });
  await cloud.gemini.release();
  const finalBatch = await seller.until<ImageBatchResponse>(batchId);
  expect(finalBatch).toMatchObject({ status: 'completed', items: [{ kept: true, charged: 0.05 }, { charged: 0.05 }] });
  expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
});

test('a delivered video can be kept', async () => {
  const seller = await signIn(cloud.origin);
  const { batchId } = await seller.run(['A slow push in']);
  await seller.until(batchId);
  expect(await keep(seller, batchId, 'item-0')).toMatchObject({ status: 200, body: { kept: true } });
  expect(await readMarks(seller, 'video', batchId)).toEqual({ batch: [true], history: [true], list: [true] });
});

test('the result of a single photo edit can be kept', async () => {
  const seller = await signIn(cloud.origin);
  const { key: imageKey } = await seller.upload(await createPhoto());
  const { jobId } = (await seller.call<PhotoEditAccepted>('POST', '/api/photoroom/remove-background', { imageKey })).body;
  const read = async () => (await seller.call<PhotoEditJob>('GET', `/api/photoroom/${jobId}`)).body;
  await waitUntil(read, ({ status }) => status === 'done');
  expect(await put(await signIn(cloud.origin), `/api/photoroom/${jobId}`, { keep: true })).toMatchObject(
    errorResponse(404, 'OperationNotFound'),
  );
  for (const isKept of [true, true]) expect(await put(seller, `/api/photoroom/${jobId}`, { keep: isKept })).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject({ status: 'done', kept: true });
  await put(seller, `/api/photoroom/${jobId}`, { keep: false });
  expect(await read()).not.toHaveProperty('kept');
  expect(await seller.profile()).toMatchObject({ credits: 4.98, available: 4.98 });
});

test('the final image of a run can be kept after the end of the run, but not before', async () => {
  const seller = await signIn(cloud.origin);
  const runId = randomUUID();
  const request = { runId, ...(await uploadExample(seller)), userProvided: ['product lighting'] };
  expect((await seller.call('POST', '/api/pipeline/runs', request)).status).toBe(202);
  expect(await put(seller, `/api/pipeline/runs/${runId}`, { keep: true })).toMatchObject(errorResponse(409, 'NothingToKeep'));
  const read = async () => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body;
  const { charged } = await waitUntil(read, ({ status }) => status === 'completed');
  expect(await put(await signIn(cloud.origin), `/api/pipeline/runs/${runId}`, { keep: true })).toMatchObject(
    errorResponse(404, 'RunNotFound'),
  );
  expect(await put(seller, `/api/pipeline/runs/${runId}`, { keep: true })).toMatchObject({ status: 200, body: { kept: true } });
  expect(await read()).toMatchObject({ status: 'completed', charged, result: { kept: true } });
  const row = (await seller.call<HistoryResponse>('GET', `/api/history/image/${runId}`)).body;
  expect(row.results.map(({ kept }) => kept)).toEqual([true]);
});
