/** Tests the quote and the start of large orders over HTTP on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { ListActiveBatchesResponse } from '#shared/batch/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { CreateQuoteRequest } from '#shared/order/api.ts';
import { clipResponse, setClockSpeed } from '../fixtures/cloud.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import {
  clockSpeedOfLargeOrders,
  control,
  errorResponse,
  inMinutes,
  quote,
  read,
  sellerWithPhoto,
  start,
  startedOrder,
  untilStatus,
} from '../fixtures/large-order-calls.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { imageQuote, videoQuote } from '../fixtures/quote-request.ts';
import type { Refusal, Seller } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let continueOrders: typeof import('#lambdas/order/continue-orders.ts').continueOrders;
beforeAll(async () => {
  setClockSpeed(clockSpeedOfLargeOrders);
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  // A new storage client reads its endpoint address once, so the modules are imported after the cloud has started.
  ({ continueOrders } = await import('#lambdas/order/continue-orders.ts'));
});

afterAll(() => setClockSpeed());

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
