/** Tests orders of up to three batches over HTTP on the whole local stack. All batches are accepted, or no batch is accepted. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CreateBatchResponse, ImageBatchResponse, ListActiveBatchesResponse } from '#shared/batch/api.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { batchesPerOrderMax, type CreateOrderRequest, type CreateOrderResponse, type OrderedBatch } from '#shared/batch/order.ts';
import type { ListHistoryResponse } from '#shared/history/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { orderRequest } from '../fixtures/order-request.ts';
import { batchRequest, createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const placeOrder = <Body = CreateOrderResponse>(seller: Seller, order: object) => seller.call<Body>('POST', '/api/orders', order);
const idsOf = ({ batches }: CreateOrderRequest) => batches.map(({ batchId }) => batchId);
const videos = (uploadKey: string, ...prompts: string[]) => batchRequest(prompts.map((prompt) => ({ uploadKey, prompt }))) as OrderedBatch;
const images = (uploadKey: string, ...prompts: string[]) => imageRequest(prompts, uploadKey) as OrderedBatch;
const cancel = (seller: Seller, batchId: string) => seller.call('POST', `/api/batches/${batchId}/cancel`, {});

async function expectNoBatch(seller: Seller, order: CreateOrderRequest, balance: object): Promise<void> {
  for (const batchId of idsOf(order))
    expect(await seller.call('GET', `/api/batches/${batchId}`)).toMatchObject({ status: 404, body: { code: 'BatchNotFound' } });
  expect(await seller.profile()).toMatchObject(balance);
}

test('an order of three batches is quoted, generated and charged exactly, and all responses about its batches contain the order id', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  const order = orderRequest([images(key, 'a', 'b'), images(key, 'c'), images(key, 'd', 'e')]);
  const { status, body } = await placeOrder(seller, order);
  const itemCosts = (count: number, batch: number) =>
    Array.from({ length: count }, (_, n) => ({ itemId: `batch-${batch}-card-${n}`, cost: 0.05 }));
  expect({ status, body }).toEqual({
    status: 202,
    body: {
      orderId: order.orderId,
      batches: [2, 1, 2].map((count, batch) => ({
        batchId: idsOf(order)[batch],
        orderId: order.orderId,
        status: 'running',
        quote: { items: itemCosts(count, batch), total: count * 0.05 },
      })),
      total: 0.25,
    },
  });
  for (const batchId of idsOf(order)) {
    const finalBatch = await seller.until<ImageBatchResponse>(batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', orderId: order.orderId });
  }
  expect(await seller.profile()).toMatchObject({ credits: 4.75, available: 4.75 });
  const rows = (await seller.transactions()).filter(({ type }) => type === 'deduction');
  expect(rows.map(({ amount, batch_id }) => [amount, batch_id]).sort()).toEqual(
    order.batches.flatMap(({ batchId, items }) => items.map(() => [-0.05, batchId])).sort(),
  );
  const { items } = (await seller.call<ListHistoryResponse>('GET', '/api/history/image')).body;
  expect(items.map(({ batch_id, order_id }) => [batch_id, order_id]).sort()).toEqual(
    idsOf(order)
      .map((id) => [id, order.orderId])
      .sort(),
  );
  expect(await placeOrder(seller, order)).toMatchObject({ status: 202, body: { batches: [{ status: 'completed' }, {}, {}], total: 0.25 } });
});

test('the running batches of an order are listed with the order id', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  await cloud.fal.script('listed', clipResponse, { kind: 'late-webhook' });
  const order = orderRequest([videos(key, 'listed 1'), videos(key, 'listed 2')]);
  await placeOrder(seller, order);
  const listActive = async () =>
    (await seller.call<ListActiveBatchesResponse>('GET', '/api/batches?active=true')).body.items
      .map(({ batchId, orderId, total }) => ({ batchId, orderId, total }))
      .sort((one, other) => one.batchId.localeCompare(other.batchId));
  const expected = idsOf(order)
    .sort()
    .map((batchId) => ({ batchId, orderId: order.orderId, total: 1 }));
  await expect.poll(listActive, indexLag).toEqual(expected);
  expect(await seller.profile()).toMatchObject({ credits: 5, available: 2.6 });
  for (const prompt of ['listed 1', 'listed 2']) await expect.poll(() => cloud.fal.orders(prompt), indexLag).toBe(1);
  await cloud.fal.release();
  for (const batchId of idsOf(order)) await seller.until(batchId);
  expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6, total_videos_generated: 2 });
});

describe('a refused order', () => {
  test('nothing is held, written or started if the credits cover two batches but not three', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const order = orderRequest(['dear 1', 'dear 2', 'dear 3'].map((name) => videos(key, `${name} a`, `${name} b`)));
    expect(await placeOrder<Refusal>(seller, order)).toMatchObject({
      status: 402,
      body: { code: 'InsufficientCredits', data: { need: 7.2, have: 5 } },
    });
    await expectNoBatch(seller, order, { credits: 5, available: 5 });
    expect(await cloud.fal.orders('dear')).toBe(0);
    await grant(seller.userId, 220);
    expect(await placeOrder(seller, order)).toMatchObject({ status: 202, body: { total: 7.2 } });
    for (const batchId of idsOf(order)) expect(await seller.until(batchId)).toMatchObject({ status: 'completed' });
    expect(await seller.profile()).toMatchObject({ credits: 0, available: 0 });
  });

  test('nothing is held, written or started if only one of two batches may start', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    await cloud.fal.script('blocks', clipResponse, { kind: 'late-webhook' });
    const running = orderRequest([videos(key, 'blocks 1'), videos(key, 'blocks 2')]);
    expect(await placeOrder(seller, running)).toMatchObject({ status: 202 });
    const order = orderRequest([images(key, 'no place 1'), images(key, 'no place 2')]);
    expect(await placeOrder<Refusal>(seller, order)).toMatchObject({ status: 409, body: { code: 'ActiveBatchLimit' } });
    await expectNoBatch(seller, order, { credits: 5, available: 2.6 });
    expect(await cloud.gemini.images('no place')).toBe(0);
    for (const prompt of ['blocks 1', 'blocks 2']) await expect.poll(() => cloud.fal.orders(prompt), indexLag).toBe(1);
    await cloud.fal.release();
    for (const batchId of idsOf(running)) await seller.until(batchId);
    expect(await placeOrder(seller, order)).toMatchObject({ status: 202, body: { total: 0.1 } });
    for (const batchId of idsOf(order)) await seller.until(batchId);
    expect(await seller.profile()).toMatchObject({ credits: 2.5, available: 2.5 });
  });

  test.each([
    ['is missing', (_: Seller, ownKey: string) => ownKey.replace(/[^/]+$/, `${randomUUID()}.jpg`)],
    ['belongs to another user', async (other: Seller) => (await other.upload(await createPhoto())).key],
  ])('nothing is held, written or started if one of 300 uploads %s', async (_, keyOf) => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    await grant(seller.userId, 2_000);
    const { key } = await seller.upload(await createPhoto());
    const badKey = await keyOf(other, key);
    const fullBatch = () => images(key, ...Array.from({ length: itemsPerBatchMax }, () => 'never made'));
    const order = orderRequest(Array.from({ length: batchesPerOrderMax }, fullBatch));
    const last = order.batches.at(-1)?.items.at(-1);
    if (last) last.uploadKey = badKey;
    expect(await placeOrder<Refusal>(seller, order)).toMatchObject({
      status: 404,
      body: { code: 'UploadNotFound', data: { itemId: last?.itemId } },
    });
    await expectNoBatch(seller, order, { credits: 25, available: 25 });
    expect(await cloud.gemini.images('never made')).toBe(0);
  });
});

test('an order of 300 items is accepted in one call, and its batches are cancelled separately', async () => {
  const seller = await signIn(cloud.origin);
  await grant(seller.userId, 2_000);
  await cloud.gemini.script('three hundred', { kind: 'slow', ms: 2_000 });
  const { key } = await seller.upload(await createPhoto());
  const fullBatch = () => images(key, ...Array.from({ length: itemsPerBatchMax }, () => 'three hundred'));
  const order = orderRequest(Array.from({ length: batchesPerOrderMax }, fullBatch));
  expect(await placeOrder(seller, order)).toMatchObject({ status: 202, body: { total: 15 } });
  expect(await seller.call('POST', '/api/batches', images(key, 'a fourth batch'))).toMatchObject({
    status: 409,
    body: { code: 'ActiveBatchLimit' },
  });
  for (const batchId of idsOf(order)) expect((await cancel(seller, batchId)).status).toBe(200);
  let charged = 0;
  for (const batchId of idsOf(order)) {
    const { counters, items } = await seller.until<ImageBatchResponse>(batchId);
    expect(counters.total).toBe(100);
    expect(counters.completed + counters.cancelled).toBe(100);
    charged += items.reduce((sum, item) => sum + item.charged, 0);
  }
  const { credits, available } = await seller.profile();
  expect(available).toBe(credits);
  expect(credits).toBeCloseTo(25 - charged, 5);
});

describe('a repeated order', () => {
  test('a repeated order has one effect and the same response for any number of parallel calls', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const order = orderRequest([videos(key, 'again and again 1'), videos(key, 'again and again 2')]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => placeOrder(seller, order)));
    for (const response of responses) expect(response).toMatchObject({ status: 202, body: { orderId: order.orderId, total: 2.4 } });
    for (const batchId of idsOf(order)) await seller.until(batchId);
    expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6 });
    expect(await cloud.fal.orders('again and again')).toBe(2);
  });

  test('each call of a repeated order succeeds, even if the order needs all available credits', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, 220);
    const { key } = await seller.upload(await createPhoto());
    const order = orderRequest([1, 2, 3].map((n) => videos(key, `all of it ${n} a`, `all of it ${n} b`)));
    const responses = await Promise.all(Array.from({ length: 4 }, () => placeOrder(seller, order)));
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    for (const batchId of idsOf(order)) await seller.until(batchId);
    expect(await seller.profile()).toMatchObject({ credits: 0, available: 0 });
    expect(await cloud.fal.orders('all of it')).toBe(6);
  });

  test('a repeated order with different content is refused, and a batch of an order cannot be ordered again separately', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const order = orderRequest([images(key, 'first'), images(key, 'second')]);
    expect(await placeOrder(seller, order)).toMatchObject({ status: 202 });
    const [first, second] = order.batches as [OrderedBatch, OrderedBatch];
    const reusedError = { status: 409, body: { code: 'BatchIdReused' } };
    expect(await placeOrder(seller, { ...order, batches: [first] })).toMatchObject(reusedError);
    expect(await placeOrder(seller, { ...order, batches: [second, first] })).toMatchObject(reusedError);
    expect(await seller.call('POST', '/api/batches', first)).toMatchObject(reusedError);
    // While the order runs, another order of two batches would be refused because of the limit of running batches.
    for (const batchId of idsOf(order)) await seller.until(batchId);
    expect(await placeOrder(seller, { ...order, orderId: randomUUID() })).toMatchObject(reusedError);
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
  });
});

test('the failed items of each batch of an order are retried separately, and the retry does not belong to the order', async () => {
  const seller = await signIn(cloud.origin);
  await cloud.fal.script('fails in an order', clipResponse);
  await cloud.fal.scriptOnce('fails in an order', { kind: 'refuse' });
  const { key } = await seller.upload(await createPhoto());
  const order = orderRequest([videos(key, 'fails in an order'), videos(key, 'succeeds in an order')]);
  await placeOrder(seller, order);
  const [failedId = '', completedId = ''] = idsOf(order);
  expect(await seller.until(failedId)).toMatchObject({ status: 'failed', orderId: order.orderId });
  expect(await seller.until(completedId)).toMatchObject({ status: 'completed' });
  const batchId = randomUUID();
  const retryResponse = await seller.call<CreateBatchResponse>('POST', `/api/batches/${failedId}/retry`, { batchId });
  expect(retryResponse).toMatchObject({ status: 202, body: { batchId, quote: { total: 1.2 } } });
  expect(retryResponse.body.orderId).toBeUndefined();
  expect((await seller.until(batchId)).orderId).toBeUndefined();
  expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6 });
});

test.each([
  ['no batches', (key: string) => ({ batches: [], key }), 'EmptyBatch'],
  ['four batches', (key: string) => orderRequest([1, 2, 3, 4].map((n) => images(key, String(n)))), 'BadRequest'],
  ['two kinds', (key: string) => orderRequest([images(key, 'a'), videos(key, 'b')]), 'BadRequest'],
  [
    'one item id in two batches',
    (key: string) => ({ ...orderRequest([]), batches: [images(key, 'a'), images(key, 'b')] }),
    'DuplicateItem',
  ],
])('an order with %s is refused', async (_, orderFor, code) => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  expect(await placeOrder(seller, { orderId: randomUUID(), ...orderFor(key) })).toMatchObject({ status: 400, body: { code } });
  expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
});
