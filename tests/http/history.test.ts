/** Tests the history over HTTP: names, pictures and costs of runs, filters, repeated orders, and the sums of transactions. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BatchResponse, CreateBatchResponse, EditBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import type { ListTransactionsResponse } from '#shared/credits/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistorySummary, ListHistoryResponse, NameHistoryResponse } from '#shared/history/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { prepare } from '../fixtures/prepare.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const list = async (seller: Seller, query = '', kind = 'video'): Promise<HistorySummary[]> =>
  (await seller.call<ListHistoryResponse>('GET', `/api/history/${kind}${query}`)).body.items;
const rename = (seller: Seller, batchId: string, name: unknown) =>
  seller.call<NameHistoryResponse>('PUT', `/api/history/video/${batchId}/name`, { name });
const retry = (seller: Seller, batchId: string, body: object = {}) =>
  seller.call<CreateBatchResponse>('POST', `/api/batches/${batchId}/retry`, { batchId: randomUUID(), ...body });

describe('a run with a failed item', () => {
  let seller: Seller;
  let batchId: string;
  prepare(async () => {
    seller = await signIn(cloud.origin);
    await cloud.fal.script('refused once in the list', { kind: 'refuse' });
    ({ batchId } = await seller.run(['Made for the list', 'It is refused once in the list']));
    await seller.until(batchId);
  });

  test('a run cannot get a name that is too long, and another user cannot name it', async () => {
    expect(await rename(seller, batchId, 'x'.repeat(81))).toMatchObject(errorResponse(400, 'BadRequest'));
    expect(await rename(await signIn(cloud.origin), batchId, 'Mine')).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect((await list(seller))[0]).not.toHaveProperty('name');
  });

  test('a run has file names, a picture for each result, its cost and the price of a retry', async () => {
    const [run] = await list(seller);
    expect(run).toMatchObject({ file_names: ['Photo 1', 'Photo 2'], charged: 1.2, retry_cost: 1.2, thumbnails: [expect.any(String)] });
    expect((await fetch(String(run?.thumbnails?.[0]))).status).toBe(200);
    expect(run).not.toHaveProperty('thumbnail_keys');
    expect(run).not.toHaveProperty('kept');
  });

  test('a run is found by its new name, and not by another text', async () => {
    expect(await rename(seller, batchId, '  Spring drop ')).toMatchObject({ status: 200, body: { name: 'Spring drop' } });
    expect((await list(seller, '?search=spring%20photo')).map(({ id }) => id)).toEqual([batchId]);
    expect(await list(seller, '?search=autumn')).toEqual([]);
  });

  test('a run is found by a kept result, until the mark is removed', async () => {
    const { items } = (await seller.call<VideoBatchResponse>('GET', `/api/batches/${batchId}`)).body;
    const keep = (isKept: boolean) => seller.call('PUT', `/api/batches/${batchId}/items/${items[0]?.itemId}/keep`, { keep: isKept });
    expect(await list(seller, '?kept=true')).toEqual([]);
    await keep(true);
    expect((await list(seller, '?kept=true')).map(({ kept }) => kept)).toEqual([1]);
    await keep(false);
    expect(await list(seller, '?kept=true')).toEqual([]);
  });

  test('a retry with a wrong price is refused, and after an accepted retry, the list offers no further retry', async () => {
    expect(await retry(seller, batchId, { total: 1.19 })).toMatchObject(errorResponse(400, 'PriceMismatch'));
    expect(await retry(seller, batchId, { total: -1 })).toMatchObject(errorResponse(400, 'BadRequest'));
    expect((await list(seller))[0]).toMatchObject({ retry_cost: 1.2 });
    const accepted = await retry(seller, batchId, { total: 1.2 });
    expect(accepted).toMatchObject({ status: 202, body: { quote: { total: 1.2 } } });
    await seller.until(accepted.body.batchId);
    const runs = await list(seller);
    expect(runs.find(({ id }) => id === batchId)).not.toHaveProperty('retry_cost');
  });
});

test('the list of all kinds contains videos and images in one order, without a missing or repeated run', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  const ids: string[] = [];
  for (const kind of ['video', 'image', 'video', 'image']) {
    const request = imageRequest(['An image in the list of all kinds'], key);
    if (kind === 'image') await seller.call('POST', '/api/batches', request);
    const { batchId } = kind === 'image' ? request : await seller.run(['A video in the list of all kinds']);
    await seller.until<BatchResponse>(batchId);
    ids.unshift(batchId);
  }
  const read = async (query: string) => (await seller.call<ListHistoryResponse>('GET', `/api/history/all?limit=3${query}`)).body;
  const first = await read('');
  const second = await read(`&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(first.items.map(({ result_kind }) => result_kind)).toEqual(['image', 'video', 'image']);
  expect(second).not.toHaveProperty('nextCursor');
  const other = await signIn(cloud.origin);
  expect(await list(other, '', 'all')).toEqual([]);
  expect(await other.call('GET', `/api/history/all?cursor=${first.nextCursor}`)).toMatchObject(errorResponse(400, 'BadRequest'));
  for (const path of ['/api/history/everything', `/api/history/all/${ids[0]}`])
    expect(await seller.call('GET', path)).toMatchObject(errorResponse(404, 'NotFound'));
});

test('the charges of a batch are one transaction with the name of the run', async () => {
  const seller = await signIn(cloud.origin);
  const { batchId } = await seller.run(['One of two charges', 'Two of two charges']);
  await seller.until(batchId);
  await rename(seller, batchId, 'Two bags');
  const { items } = (await seller.call<ListTransactionsResponse>('GET', '/api/credits/transactions?group=batch')).body;
  expect(items).toMatchObject([
    { type: 'deduction', amount: -2.4, batch_id: batchId, item_count: 2, balance: 2.6, run: { name: 'Two bags', failed_images: 0 } },
    { type: 'bonus', amount: 5 },
  ]);
  expect(items[0]?.run?.thumbnails).toHaveLength(2);
  expect(items[0]).not.toHaveProperty('item_id');
});

describe('the photo of a past item', () => {
  test('another user cannot use the photo of a past item', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['A private photo']);
    const { items } = await seller.until(batchId);
    const other = await signIn(cloud.origin);
    const request = batchRequest([{ uploadKey: String(items[0]?.photoKey), prompt: 'Not mine' }]);
    expect(await other.call('POST', '/api/batches', request)).toMatchObject(errorResponse(404, 'UploadNotFound'));
  });

  test('the photo of a past item is ordered again by its key, without a new upload', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['The first order']);
    const { items } = await seller.until(batchId);
    const request = batchRequest([{ uploadKey: String(items[0]?.photoKey), prompt: 'The second order' }]);
    expect(await seller.call('POST', '/api/batches', request)).toMatchObject({ status: 202 });
    expect(await seller.until(request.batchId)).toMatchObject({ status: 'completed' });
  });
});

test('a batch of edits returns the guiding picture of the background, and is found by its tool', async () => {
  const seller = await signIn(cloud.origin);
  const { key: uploadKey } = await seller.upload(await createPhoto());
  const { key: guidanceKey } = await seller.upload(await createPhoto());
  const batchId = randomUUID();
  const settings = { apiMode: 'image-editing', backgroundMode: 'image-guided' };
  const items = [{ itemId: 'photo-1', uploadKey, title: 'Shoe.jpg' }];
  expect(await seller.call('POST', '/api/batches', { batchId, kind: 'edit', settings, guidanceKey, items })).toMatchObject({ status: 202 });
  const batch = await seller.until<EditBatchResponse>(batchId);
  expect(batch).toMatchObject({ guidance: { key: guidanceKey, url: expect.any(String) } });
  const request = imageRequest(['An image beside the edit'], uploadKey);
  await seller.call('POST', '/api/batches', request);
  await seller.until<BatchResponse>(request.batchId);
  expect((await list(seller, '?tool=edit', 'image')).map(({ id }) => id)).toEqual([batchId]);
  expect((await list(seller, '?tool=batch', 'image')).map(({ id }) => id)).toEqual([request.batchId]);
  expect(await list(seller, '?tool=pipeline', 'image')).toEqual([]);
});
