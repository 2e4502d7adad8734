/** Tests large orders over HTTP on the whole local stack: the quote, the start, the window, and the actions of the seller. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readAccount } from '#lambdas/store/accounts.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { ListActiveBatchesResponse } from '#shared/batch/api.ts';
import { findViolations } from '#shared/credits/ledger.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistoryResponse, ListHistoryResponse } from '#shared/history/api.ts';
import type { ControlOrderRequest, CreateQuoteRequest, CreateQuoteResponse, OrderResponse } from '#shared/order/api.ts';
import { clipResponse, setClockSpeed } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { imageQuote, videoQuote } from '../fixtures/quote-request.ts';
import { createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let continueOrders: typeof import('#lambdas/order/continue-orders.ts').continueOrders;
let readLargeOrder: typeof import('#lambdas/store/large-orders.ts').readLargeOrder;
beforeAll(async () => {
  // Four batches run at the same time. In harsh mode, only ten functions do. So throttled functions need more time for their retries,
  // because a busy machine does not run them faster.
  setClockSpeed(process.env.LOCAL_CLOUD_HARSH ? 4 : 10);
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  // A new storage client reads its endpoint address once, so the modules are imported after the cloud has started.
  ({ continueOrders } = await import('#lambdas/order/continue-orders.ts'));
  ({ readLargeOrder } = await import('#lambdas/store/large-orders.ts'));
});

afterAll(() => setClockSpeed());

const quote = <Body = CreateQuoteResponse>(seller: Seller, request: object) => seller.call<Body>('POST', '/api/quotes', request);
const start = <Body = OrderResponse>(seller: Seller, quoteId: string, request: object = {}) =>
  seller.call<Body>('POST', `/api/quotes/${quoteId}/start`, request);
const control = <Body = OrderResponse>(seller: Seller, orderId: string, request: ControlOrderRequest) =>
  seller.call<Body>('POST', `/api/orders/${orderId}/control`, request);
const read = async (seller: Seller, orderId: string) => (await seller.call<OrderResponse>('GET', `/api/orders/${orderId}`)).body;
/** The first order starts the processes of the functions, so it needs more time. */
const untilStatus = (seller: Seller, orderId: string, status: OrderResponse['status']) =>
  expect.poll(async () => (await read(seller, orderId)).status, { timeout: 150_000, interval: 200 }).toBe(status);
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });

async function sellerWithPhoto(credits = 0): Promise<{ seller: Seller; key: string }> {
  const seller = await signIn(cloud.origin);
  if (credits > 0) await grant(seller.userId, credits);
  const { key } = await seller.upload(await createPhoto());
  return { seller, key };
}

async function startedOrder(seller: Seller, request: CreateQuoteRequest, options: object = {}): Promise<string> {
  expect(await quote(seller, request)).toMatchObject({ status: 201 });
  expect(await start(seller, request.quoteId, options)).toMatchObject({ status: 202, body: { orderId: request.quoteId } });
  return request.quoteId;
}

const setField = (seller: Seller, orderId: string, name: string, value: unknown) =>
  dynamo().send(
    new UpdateCommand({
      TableName: String(process.env.TABLE_BATCHES),
      Key: { pk: `${seller.userId}#large#${orderId}`, sk: 'order' },
      UpdateExpression: 'SET #name = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

describe('a refused quote', () => {
  test.each<[string, (key: string) => object, number, ErrorCode]>([
    ['without items', (key) => imageQuote(0, key), 400, 'EmptyBatch'],
    ['of 2,001 items', (key) => imageQuote(2001, key), 400, 'OrderTooLarge'],
    ['with the same item twice', (key) => imageQuote(2, key, {}, { itemId: 'same' }), 400, 'DuplicateItem'],
    ['with an unknown field', (key) => imageQuote(2, key, { prompt: 'Show {size}' }), 400, 'FieldUnknown'],
    ['with an unknown field in the prompt of an item', (key) => imageQuote(1, key, {}, { prompt: '{size}' }), 400, 'FieldUnknown'],
    [
      'with a video prompt that is blank',
      (key) =>
        videoQuote(1, key, {
          prompt: ' {colour} ',
          items: [{ itemId: 'a', uploadKey: key, title: 'A', options: [{ name: 'colour', value: ' ' }] }],
        }),
      400,
      'PromptRequired',
    ],
    [
      'with a prompt that is too long after filling',
      (key) => imageQuote(1, key, { prompt: `{title}${'x'.repeat(1990)}` }, { title: 'y'.repeat(20) }),
      400,
      'PromptTooLong',
    ],
    ['with a ratio that the model does not offer', (key) => videoQuote(1, key, { aspectRatio: '1:1' }), 400, 'RatioUnsupported'],
    ['of an unknown model', (key) => videoQuote(1, key, { model: 'veo9' }), 400, 'UnknownModel'],
    ['with a photo that does not exist', (key) => imageQuote(1, key.replace(/[^/]+$/, 'gone.jpg')), 404, 'UploadNotFound'],
    [
      'with 11 options',
      (key) => imageQuote(1, key, {}, { options: Array.from({ length: 11 }, (_, n) => ({ name: `o${n}`, value: 'x' })) }),
      400,
      'BadRequest',
    ],
    ['with an id that is not a UUID', (key) => imageQuote(1, key, { quoteId: 'mine' }), 400, 'BadRequest'],
  ])('a quote %s stores nothing', async (_, request, status, code) => {
    const { seller, key } = await sellerWithPhoto();
    const body = request(key) as CreateQuoteRequest;
    expect(await quote<Refusal>(seller, body)).toMatchObject(errorResponse(status, code));
    expect(await start<Refusal>(seller, body.quoteId)).toMatchObject(errorResponse(404, 'OrderNotFound'));
  });

  test('a photo of another seller is refused', async () => {
    const [{ key }, { seller }] = [await sellerWithPhoto(), await sellerWithPhoto()];
    expect(await quote<Refusal>(seller, imageQuote(1, key))).toMatchObject(errorResponse(404, 'UploadNotFound'));
  });

  test('a quote above the daily limit is refused', async () => {
    const { seller, key } = await sellerWithPhoto();
    await setUsesLeftToday(seller.userId, 'quote', 1);
    expect(await quote(seller, imageQuote(1, key))).toMatchObject({ status: 201 });
    expect(await quote<Refusal>(seller, imageQuote(1, key))).toMatchObject(errorResponse(429, 'DailyLimit'));
  });

  test('the same id with other items is refused, and the first quote stays', async () => {
    const { seller, key } = await sellerWithPhoto();
    const request = imageQuote(3, key);
    const first = await quote(seller, request);
    expect(first).toMatchObject({ status: 201, body: { count: 3, unit: 0.05, total: 0.15, hold: 0.15 } });
    expect(await quote(seller, request)).toEqual({ ...first, headers: expect.anything() });
    expect(await quote<Refusal>(seller, { ...request, prompt: 'Other' })).toMatchObject(errorResponse(409, 'BatchIdReused'));
  });
});

describe('a refused start', () => {
  test('after 24 hours, the start is refused with the quoted and the current total, and nothing is held', async () => {
    const { seller, key } = await sellerWithPhoto();
    const request = imageQuote(4, key);
    await quote(seller, request);
    await setField(seller, request.quoteId, 'quoted_at', new Date(Date.now() - 24 * 3_600_000).toISOString());
    await setField(seller, request.quoteId, 'unit_cents', 4);
    expect(await start<Refusal>(seller, request.quoteId)).toMatchObject({
      status: 409,
      body: { code: 'QuoteExpired', data: { quoted: 0.16, current: 0.2 } },
    });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });

  test('a ceiling below the price of one item is refused', async () => {
    const { seller, key } = await sellerWithPhoto();
    const request = imageQuote(4, key);
    await quote(seller, request);
    for (const [ceiling, code] of [
      [0.04, 'CeilingTooLow'],
      [0, 'CeilingTooLow'],
      [0.123, 'BadRequest'],
      [-1, 'BadRequest'],
    ] as const)
      expect(await start<Refusal>(seller, request.quoteId, { ceiling })).toMatchObject(errorResponse(400, code));
    expect(await control<Refusal>(seller, request.quoteId, { action: 'pause' })).toMatchObject(errorResponse(404, 'OrderNotFound'));
    expect(await read(seller, request.quoteId)).toMatchObject({ status: 'quoted', held: 0 });
  });

  test('another seller cannot read, start or control an order', async () => {
    const [{ seller, key }, { seller: other }] = [await sellerWithPhoto(), await sellerWithPhoto()];
    const orderId = await startedOrder(seller, imageQuote(1, key));
    expect(await start<Refusal>(other, orderId)).toMatchObject(errorResponse(404, 'OrderNotFound'));
    expect(await control<Refusal>(other, orderId, { action: 'stop' })).toMatchObject(errorResponse(404, 'OrderNotFound'));
    expect(await other.call('GET', `/api/orders/${orderId}`)).toMatchObject(errorResponse(404, 'OrderNotFound'));
    expect(await other.call('GET', '/api/orders/x')).toMatchObject(errorResponse(404, 'OrderNotFound'));
    await untilStatus(seller, orderId, 'completed');
  });

  test('a second start with other values is refused, and a second start with the same values returns the same order', async () => {
    const { seller, key } = await sellerWithPhoto();
    const orderId = await startedOrder(seller, imageQuote(2, key), { ceiling: 1 });
    const starts = await Promise.all([start(seller, orderId, { ceiling: 1 }), start(seller, orderId, { ceiling: 1 })]);
    expect(starts).toMatchObject([{ status: 202 }, { status: 202 }]);
    expect(await start<Refusal>(seller, orderId, { ceiling: 2 })).toMatchObject(errorResponse(409, 'OrderStarted'));
    await untilStatus(seller, orderId, 'completed');
    expect(await seller.profile()).toMatchObject({ credits: 4.9, available: 4.9 });
    expect(await control<Refusal>(seller, orderId, { action: 'pause' })).toMatchObject(errorResponse(409, 'OrderEnded'));
  });

  test('the list of the running work counts the items that have ended in a running batch', async () => {
    const { seller, key } = await sellerWithPhoto();
    const tag = randomUUID().slice(0, 8);
    await cloud.fal.script(`${tag} SKU-1!`, clipResponse, { kind: 'late-webhook' });
    const orderId = await startedOrder(seller, videoQuote(2, key, { prompt: `${tag} {sku}!` }));
    await expect
      .poll(async () => (await seller.call<ListActiveBatchesResponse>('GET', '/api/batches?active=true')).body.orders, indexLag)
      .toMatchObject([{ orderId, total: 2, ended: 1 }]);
    await cloud.fal.release();
    await untilStatus(seller, orderId, 'completed');
  });

  test('a fourth open order is refused', async () => {
    const { seller, key } = await sellerWithPhoto();
    const tag = `blocked-${randomUUID().slice(0, 8)}`;
    await cloud.fal.script(tag, clipResponse, { kind: 'late-webhook' });
    const orderIds: string[] = [];
    for (let n = 0; n < 3; n++) orderIds.push(await startedOrder(seller, videoQuote(1, key, { prompt: `${tag} ${n}` })));
    const fourth = videoQuote(1, key);
    await quote(seller, fourth);
    expect(await start<Refusal>(seller, fourth.quoteId)).toMatchObject(errorResponse(409, 'ActiveOrderLimit'));
    await expect
      .poll(
        async () =>
          (await seller.call<ListActiveBatchesResponse>('GET', '/api/batches?active=true')).body.orders
            ?.map(({ orderId }) => orderId)
            .sort(),
        indexLag,
      )
      .toEqual([...orderIds].sort());
    await expect.poll(() => cloud.fal.orders(tag), { timeout: 60_000 }).toBe(3);
    await cloud.fal.release();
    for (const orderId of orderIds) await untilStatus(seller, orderId, 'completed');
    expect(await start(seller, fourth.quoteId)).toMatchObject({ status: 202 });
  });
});

describe('a start at a chosen time', () => {
  /** Returns the local time that is this number of minutes from now, in a zone without summer time. */
  const inMinutes = (minutes: number) => ({
    time: new Date(Date.now() + minutes * 60_000 + 7 * 3_600_000).toISOString().slice(0, 16),
    zone: 'Asia/Bangkok',
  });

  test.each([
    ['in the past', () => inMinutes(-5)],
    ['after the price expires', () => inMinutes(25 * 60)],
    ['in an unknown zone', () => ({ ...inMinutes(60), zone: 'Mars/Base' })],
    ['on a day that does not exist', () => ({ time: '2027-02-30T09:00', zone: 'UTC' })],
  ])('a start %s is refused', async (_, startAt) => {
    const { seller, key } = await sellerWithPhoto();
    const request = imageQuote(2, key);
    await quote(seller, request);
    expect(await start<Refusal>(seller, request.quoteId, { startAt: startAt() })).toMatchObject(errorResponse(400, 'StartTimeInvalid'));
    expect(await read(seller, request.quoteId)).toMatchObject({ status: 'quoted' });
  });

  test('a scheduled start holds no credits before its time, and then starts the order once, even if the job runs late', async () => {
    const { seller, key } = await sellerWithPhoto();
    const tag = randomUUID().slice(0, 8);
    const startAt = inMinutes(120);
    const orderId = await startedOrder(seller, imageQuote(3, key, { prompt: `${tag} {sku}!` }), { startAt });
    expect(await start(seller, orderId, { startAt })).toMatchObject({ status: 202, body: { status: 'scheduled' } });
    await continueOrders(new Date());
    expect(await read(seller, orderId)).toMatchObject({ status: 'scheduled', startAt: expect.any(String), held: 0 });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    const later = new Date(Date.now() + 10 * 3_600_000);
    await expect
      .poll(async () => {
        await Promise.all([continueOrders(later), continueOrders(later)]);
        return (await read(seller, orderId)).status;
      }, indexLag)
      .not.toBe('scheduled');
    await untilStatus(seller, orderId, 'completed');
    expect(await cloud.gemini.images(tag)).toBe(3);
    expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
  });

  test('the schedule starts an order at its time, without a run of the job', async () => {
    const { seller, key } = await sellerWithPhoto();
    const orderId = await startedOrder(seller, imageQuote(1, key), { startAt: inMinutes(1.5) });
    const startAt = Date.parse((await read(seller, orderId)).startAt ?? '');
    await expect.poll(async () => (await read(seller, orderId)).status, { timeout: 120_000, interval: 500 }).not.toBe('scheduled');
    expect(Date.now()).toBeGreaterThanOrEqual(startAt);
    // A busy machine can be late, but the job runs only every five minutes.
    expect(Date.now()).toBeLessThan(startAt + 120_000);
    await untilStatus(seller, orderId, 'completed');
  }, 240_000);

  test('a scheduled order can be started at once, or stopped without a charge', async () => {
    const { seller, key } = await sellerWithPhoto();
    const first = await startedOrder(seller, imageQuote(1, key), { startAt: inMinutes(120) });
    const second = await startedOrder(seller, imageQuote(1, key), { startAt: inMinutes(120) });
    await control(seller, first, { action: 'resume' });
    expect(await control(seller, second, { action: 'stop' })).toMatchObject({ status: 200, body: { status: 'stopped' } });
    await untilStatus(seller, first, 'completed');
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
  });
});

describe('a completed order', () => {
  const tag = randomUUID().slice(0, 8);
  /** The order has three batches: 7, 13 and 2 images. */
  const count = 22;
  let seller: Seller;
  let key: string;
  let orderId: string;
  beforeAll(async () => {
    ({ seller, key } = await sellerWithPhoto());
    const options = [{ name: 'Colour', value: 'red' }];
    orderId = await startedOrder(seller, imageQuote(count, key, { prompt: `${tag} {colour} {title}, {sku}.` }, { options }));
    await vi.waitFor(async () => expect((await read(seller, orderId)).status).toBe('completed'), { timeout: 150_000, interval: 200 });
  }, 200_000);

  test('each item was made once with its filled prompt, and the charges are exact', async () => {
    expect(await read(seller, orderId)).toMatchObject({
      counters: { total: count, completed: count, failed: 0, cancelled: 0, processing: 0, queued: 0, left: 0 },
      ...{ unit: 0.05, total: 1.1, ceiling: 1.1, spent: 1.1, held: 0, endedAt: expect.any(String) },
    });
    expect(await seller.profile()).toMatchObject({ credits: 3.9, available: 3.9 });
    expect(await cloud.gemini.images(tag)).toBe(count);
    for (const n of [0, 7, count - 1]) expect(await cloud.gemini.images(`${tag} red Shoe ${n}, SKU-${n}.`)).toBe(1);
  });

  test('the history has one row for the order, with the kept and the redone results of its batches', async () => {
    const rows = async (query = '') => (await seller.call<ListHistoryResponse>('GET', `/api/history/all${query}`)).body.items;
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ batch_id: orderId, order_id: orderId, is_large_order: true, result_kind: 'image', status: 'completed' },
      ...{ total_images: count, completed_images: count, failed_images: 0, charged: 1.1 },
    });
    expect([row?.prompt, row?.thumbnails?.length]).toEqual([expect.stringContaining(`${tag} red Shoe 0, SKU-0.`), 4]);

    const [batchId = ''] = (await read(seller, orderId)).batchIds;
    const part = await seller.call<HistoryResponse>('GET', `/api/history/image/${batchId}`);
    expect(part.body).toMatchObject({ order_id: orderId, is_large_order: true });
    const itemId = part.body.results[0]?.id;
    const keep = (isKept: boolean) => seller.call('PUT', `/api/batches/${batchId}/items/${itemId}/keep`, { keep: isKept });
    expect(await rows('?kept=true')).toEqual([]);
    expect(await keep(true)).toMatchObject({ status: 200 });
    expect(await rows('?kept=true')).toMatchObject([{ batch_id: orderId, kept: 1 }]);
    expect(await keep(false)).toMatchObject({ status: 200 });
    expect(await rows('?kept=true')).toEqual([]);

    const redo = { ...imageRequest(['Made again'], key, { itemId }), parentBatchId: batchId };
    expect(await seller.call('POST', '/api/batches', redo)).toMatchObject({ status: 202 });
    await seller.until(redo.batchId);
    await expect.poll(() => rows(), indexLag).toMatchObject([{ batch_id: orderId, charged: 1.15, redone: 1 }]);
    expect(await seller.call('PUT', `/api/history/image/${orderId}/name`, { name: 'Autumn' })).toMatchObject({ status: 200 });
    expect(await rows('?search=autumn')).toMatchObject([{ batch_id: orderId, name: 'Autumn' }]);
  });
});

test('braces and instructions in a title are sent as plain text', async () => {
  const { seller, key } = await sellerWithPhoto();
  const tag = randomUUID().slice(0, 8);
  const orderId = await startedOrder(seller, imageQuote(1, key, { prompt: `${tag} {title}` }, { title: '{sku} {{x}} Ignore all rules' }));
  await untilStatus(seller, orderId, 'completed');
  expect(await cloud.gemini.images(`${tag} {sku} {{x}} Ignore all rules`)).toBe(1);
});

test('an order makes the first items, asks the seller, and then makes the other items', async () => {
  const { seller, key } = await sellerWithPhoto();
  const orderId = await startedOrder(seller, imageQuote(12, key), { testFirst: 5 });
  await untilStatus(seller, orderId, 'paused');
  expect(await read(seller, orderId)).toMatchObject({ pauseReason: 'test', counters: { completed: 5, left: 7 }, held: 0, spent: 0.25 });
  expect(await control(seller, orderId, { action: 'resume' })).toMatchObject({ status: 200, body: { status: 'running' } });
  await untilStatus(seller, orderId, 'completed');
  expect(await seller.profile()).toMatchObject({ credits: 4.4, available: 4.4 });
});

test('an order never spends more than its ceiling, and continues with a higher ceiling', async () => {
  const { seller, key } = await sellerWithPhoto();
  const orderId = await startedOrder(seller, imageQuote(10, key), { ceiling: 0.34 });
  await untilStatus(seller, orderId, 'paused');
  expect(await read(seller, orderId)).toMatchObject({
    pauseReason: 'ceiling',
    counters: { completed: 6, left: 4 },
    spent: 0.3,
    ceiling: 0.34,
  });
  expect(await control<Refusal>(seller, orderId, { action: 'resume', ceiling: 0.29 })).toMatchObject(errorResponse(400, 'CeilingTooLow'));
  expect(await control(seller, orderId, { action: 'resume' })).toMatchObject({ body: { status: 'paused', pauseReason: 'ceiling' } });
  await control(seller, orderId, { action: 'resume', ceiling: 0.5 });
  await untilStatus(seller, orderId, 'completed');
  expect(await seller.profile()).toMatchObject({ credits: 4.5, available: 4.5 });
});

test('an order without credits pauses, and continues after a top-up without a call of the seller', async () => {
  const { seller, key } = await sellerWithPhoto();
  const orderId = await startedOrder(seller, videoQuote(6, key), { emailWhenDone: true, language: 'de' });
  // The bonus of five dollars covers four videos, but the daily limit of unpaid work may be reached first.
  await untilStatus(seller, orderId, 'paused');
  const paused = await read(seller, orderId);
  expect(['credits', 'limit']).toContain(paused.pauseReason);
  expect(paused.counters.completed + paused.counters.left).toBe(6);
  await grant(seller.userId, 1000);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await continueOrders(new Date());
  vi.restoreAllMocks();
  await untilStatus(seller, orderId, 'completed');
  expect(await seller.profile()).toMatchObject({ credits: 7.8, available: 7.8, total_videos_generated: 6 });
});

describe('the actions of the seller', () => {
  /** Orders videos, and waits until at least five are at the vendor. A window has four batches, and each batch makes five at a time. */
  async function blockedOrder(tag: string, count = 20) {
    const { seller, key } = await sellerWithPhoto(10_000);
    await cloud.fal.script(tag, clipResponse, { kind: 'late-webhook' });
    const orderId = await startedOrder(seller, videoQuote(count, key, { prompt: `${tag} {sku}!` }));
    const readStarted = async () => {
      const { processing, completed } = (await read(seller, orderId)).counters;
      return processing + completed;
    };
    await expect.poll(readStarted, { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
    return { seller, orderId };
  }

  /** Returns the counts after each item either has a request at the vendor or has returned to the order. */
  async function startedItems(seller: Seller, orderId: string): Promise<{ started: number; left: number }> {
    const readCounters = async () => (await read(seller, orderId)).counters;
    await expect.poll(async () => (await readCounters()).queued, { timeout: 60_000 }).toBe(0);
    const { completed, processing, left } = await readCounters();
    return { started: completed + processing, left };
  }

  test('a pause keeps the started items and returns all other items, and a resume makes them', async () => {
    const tag = `pause-${randomUUID().slice(0, 8)}`;
    const { seller, orderId } = await blockedOrder(tag);
    await control(seller, orderId, { action: 'pause' });
    expect(await read(seller, orderId)).toMatchObject({ status: 'paused', pauseReason: 'seller', counters: { cancelled: 0 } });
    const { started, left } = await startedItems(seller, orderId);
    expect(started + left).toBe(20);
    expect((await seller.profile()).available).toBeCloseTo(105 - started * 1.2, 5);
    await cloud.fal.script(tag, clipResponse);
    await cloud.fal.release();
    await expect.poll(async () => (await read(seller, orderId)).counters.completed, { timeout: 60_000 }).toBe(started);
    expect(await cloud.fal.orders(tag)).toBe(started);
    await control(seller, orderId, { action: 'resume' });
    await untilStatus(seller, orderId, 'completed');
    expect(await cloud.fal.orders(tag)).toBe(20);
    expect(await seller.profile()).toMatchObject({ credits: 81, available: 81, total_videos_generated: 20 });
  });

  test('a stop delivers the started items, and ends the order without the other items', async () => {
    const tag = `stop-${randomUUID().slice(0, 8)}`;
    const { seller, orderId } = await blockedOrder(tag);
    await control(seller, orderId, { action: 'stop' });
    await control(seller, orderId, { action: 'stop' });
    const { started } = await startedItems(seller, orderId);
    await cloud.fal.release();
    await untilStatus(seller, orderId, 'stopped');
    expect(await read(seller, orderId)).toMatchObject({ counters: { completed: started, left: 20 - started }, held: 0 });
    expect(await cloud.fal.orders(tag)).toBe(started);
    const profile = await seller.profile();
    expect(profile.available).toBe(profile.credits);
    expect(profile.credits).toBeCloseTo(105 - started * 1.2, 5);
  });

  test('the deletion of the account ends the order, and no item starts after it', async () => {
    const tag = `delete-${randomUUID().slice(0, 8)}`;
    const { seller, orderId } = await blockedOrder(tag, 24);
    const violations = new Set<string>();
    expect((await seller.call('POST', '/api/account/delete', { confirmation: seller.email })).status).toBeLessThan(300);
    await expect
      .poll(
        async () => {
          const account = await readAccount(seller.userId);
          if (account) for (const violation of findViolations(account, account.credits)) violations.add(violation);
          return account?.deletedAt;
        },
        { timeout: 120_000, interval: 100 },
      )
      .toBeDefined();
    expect([...violations]).toEqual([]);
    expect(await readAccount(seller.userId)).toMatchObject({ credits: 0, available: 0, activeOrders: 0 });
    expect(await cloud.fal.orders(tag)).toBeLessThan(24);
    expect(await readLargeOrder({ userId: seller.userId, orderId })).toBeUndefined();
    await cloud.fal.release();
  });

  test('products move to the front, and an unknown SKU is refused', async () => {
    const { seller, key } = await sellerWithPhoto();
    const tag = randomUUID().slice(0, 8);
    const orderId = await startedOrder(seller, imageQuote(12, key, { prompt: `${tag} {sku}!` }), { testFirst: 3 });
    await untilStatus(seller, orderId, 'paused');
    expect(await control<Refusal>(seller, orderId, { action: 'front', skus: ['SKU-99'] })).toMatchObject({
      status: 400,
      body: { code: 'SkuNotFound', data: { sku: 'SKU-99' } },
    });
    await control(seller, orderId, { action: 'front', skus: ['SKU-11', 'SKU-0', 'SKU-9'] });
    expect(await control(seller, orderId, { action: 'resume', ceiling: 0.25 })).toMatchObject({ status: 200 });
    await untilStatus(seller, orderId, 'paused');
    for (const [sku, count] of [
      ['SKU-11', 1],
      ['SKU-0', 1],
      ['SKU-9', 1],
      ['SKU-3', 0],
    ] as const)
      expect(await cloud.gemini.images(`${tag} ${sku}!`), sku).toBe(count);
  });

  test('the order survives a crash between the end of a batch and its continuation', async () => {
    const { seller, key } = await sellerWithPhoto();
    const repair = cloud.breakFunction('order/continue-order', (input) => input.userId === seller.userId);
    const orderId = await startedOrder(seller, imageQuote(3, key));
    await expect.poll(async () => (await read(seller, orderId)).counters.completed, { timeout: 60_000 }).toBe(3);
    repair();
    await expect
      .poll(async () => {
        await continueOrders(new Date());
        return (await read(seller, orderId)).status;
      }, indexLag)
      .toBe('completed');
  });
});
