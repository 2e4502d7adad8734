/** Tests redos over HTTP, and how the history shows redos. A redo is a batch that makes results of an earlier batch again. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CreateBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import { redosPerBatchMax } from '#shared/batch/batch.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistorySummary, ListHistoryResponse } from '#shared/history/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const order = (seller: Seller, request: object) => seller.call<CreateBatchResponse>('POST', '/api/batches', request);
const read = async (seller: Seller, batchId: string) => (await seller.call<VideoBatchResponse>('GET', `/api/batches/${batchId}`)).body;
const list = async (seller: Seller, query = ''): Promise<HistorySummary[]> =>
  (await seller.call<ListHistoryResponse>('GET', `/api/history/video${query}`)).body.items;

/** Orders one video again, and waits until the new batch has ended. */
async function redo(seller: Seller, parentBatchId: string, prompt = 'Made again', itemId = 'item-0'): Promise<string> {
  const { key } = await seller.upload(await createPhoto());
  const request = { ...batchRequest([{ itemId, uploadKey: key, prompt }]), parentBatchId };
  expect(await order(seller, request)).toMatchObject({ status: 202 });
  await seller.until(request.batchId);
  return request.batchId;
}

describe('a redo is refused, and nothing is held', () => {
  let seller: Seller;
  let key: string;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    ({ key } = await seller.upload(await createPhoto()));
  });
  const redoOf = (parentBatchId: unknown) => ({ ...batchRequest([{ uploadKey: key }]), parentBatchId });
  const expectNothingHeld = async () => expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });

  test('if the parent batch belongs to another user', async () => {
    const other = await signIn(cloud.origin);
    const { batchId } = await other.run(['Not yours']);
    await other.until(batchId);
    expect(await order(seller, redoOf(batchId))).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await read(other, batchId)).not.toHaveProperty('redoBatchIds');
    await expectNothingHeld();
  });

  test('if the parent batch does not exist', async () => {
    expect(await order(seller, redoOf(randomUUID()))).toMatchObject(errorResponse(404, 'BatchNotFound'));
    await expectNothingHeld();
  });

  test('if `parentBatchId` is the id of the redo itself, even if the call is repeated', async () => {
    const request = batchRequest([{ uploadKey: key }]);
    for (let n = 0; n < 2; n++)
      expect(await order(seller, { ...request, parentBatchId: request.batchId })).toMatchObject(errorResponse(404, 'BatchNotFound'));
    await expectNothingHeld();
  });

  test.each(['', 'no-id', 7, null])('if `parentBatchId` is %j, which is not a valid id', async (parentBatchId) => {
    expect(await order(seller, redoOf(parentBatchId))).toMatchObject(errorResponse(400, 'BadRequest'));
    await expectNothingHeld();
  });
});

describe('a chain of redos', () => {
  let seller: Seller;
  let rootId: string;
  let redoIds: string[];
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    const root = await seller.run(['First of two', 'Second of two']);
    rootId = root.batchId;
    await seller.until(rootId);
    const first = await redo(seller, rootId);
    redoIds = [first, await redo(seller, first, 'Made a third time')];
  });

  test('has one first batch, and this batch lists all redos from the oldest to the newest', async () => {
    expect(await read(seller, rootId)).toMatchObject({ redoBatchIds: redoIds, counters: { total: 2 } });
    expect(await read(seller, rootId)).not.toHaveProperty('rootBatchId');
    expect(await read(seller, redoIds[0]!)).toMatchObject({ parentBatchId: rootId, rootBatchId: rootId });
    expect(await read(seller, redoIds[1]!)).toMatchObject({ parentBatchId: redoIds[0], rootBatchId: rootId });
    expect(await read(seller, redoIds[1]!)).not.toHaveProperty('redoBatchIds');
  });

  test('is one row of the history with the total cost, and each charge is a separate transaction', async () => {
    const runs = await list(seller);
    expect(runs).toMatchObject([{ batch_id: rootId, total_images: 2, completed_images: 2, redone: 2, charged: 4.8 }]);
    const charges = (await seller.transactions()).filter(({ type }) => type === 'deduction');
    expect(charges.map(({ amount }) => amount)).toEqual([-1.2, -1.2, -1.2, -1.2]);
  });

  test('is found by the filter `kept` if the seller keeps a result of a redo', async () => {
    expect(await list(seller, '?kept=true')).toEqual([]);
    await seller.call('PUT', `/api/batches/${redoIds[0]}/items/item-0/keep`, { keep: true });
    expect(await list(seller, '?kept=true')).toMatchObject([{ batch_id: rootId, kept: 1 }]);
    await seller.call('PUT', `/api/batches/${redoIds[0]}/items/item-0/keep`, { keep: false });
    expect(await list(seller, '?kept=true')).toEqual([]);
  });

  test('does not change if the batch id of a redo is ordered again with another parent batch, and this order is refused', async () => {
    const [first] = redoIds;
    const { items } = await read(seller, first!);
    const request = {
      ...batchRequest([{ itemId: 'item-0', uploadKey: items[0]?.photoKey, prompt: 'Made again' }]),
      batchId: first,
    };
    expect(await order(seller, { ...request, parentBatchId: redoIds[1] })).toMatchObject(errorResponse(409, 'BatchIdReused'));
    expect((await read(seller, rootId)).redoBatchIds).toEqual(redoIds);
  });

  test('cannot contain a batch of another kind', async () => {
    const { key } = await seller.upload(await createPhoto());
    const request = { ...imageRequest(['A picture'], key), parentBatchId: rootId };
    expect(await order(seller, request)).toMatchObject(errorResponse(404, 'BatchNotFound'));
  });
});

test('a retry of failed items is a redo of their batch, and the history list does not contain redos', async () => {
  const seller = await signIn(cloud.origin);
  await cloud.fal.scriptOnce('refused before the redo', { kind: 'refuse' });
  const older = await seller.run(['An older run']);
  await seller.until(older.batchId);
  const { batchId } = await seller.run(['It is refused before the redo']);
  await seller.until(batchId);
  const retryId = randomUUID();
  expect(await seller.call('POST', `/api/batches/${batchId}/retry`, { batchId: retryId })).toMatchObject({ status: 202 });
  await seller.until(retryId);
  expect(await read(seller, batchId)).toMatchObject({ redoBatchIds: [retryId] });

  const first = (await seller.call<ListHistoryResponse>('GET', '/api/history/video?limit=1')).body;
  expect(first.items).toMatchObject([{ batch_id: batchId, redone: 1, charged: 1.2 }]);
  const cursor = encodeURIComponent(String(first.nextCursor));
  const second = (await seller.call<ListHistoryResponse>('GET', `/api/history/video?limit=1&cursor=${cursor}`)).body;
  expect(second.items).toMatchObject([{ batch_id: older.batchId }]);
  expect(second).not.toHaveProperty('nextCursor');
});

test(`after ${redosPerBatchMax} redos, a further redo is an independent batch`, async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  const image = (parentBatchId?: string) => ({ ...imageRequest(['A picture'], key), ...(parentBatchId && { parentBatchId }) });
  const root = image();
  await order(seller, root);
  const ids: string[] = [];
  for (let n = 0; n <= redosPerBatchMax; n++) {
    const request = image(root.batchId);
    // A seller can run three batches at the same time.
    await seller.until(ids.at(-3) ?? root.batchId);
    expect(await order(seller, request)).toMatchObject({ status: 202 });
    ids.push(request.batchId);
  }
  expect((await read(seller, root.batchId)).redoBatchIds).toEqual(ids.slice(0, -1));
  expect(await read(seller, ids.at(-1)!)).not.toHaveProperty('rootBatchId');
});
