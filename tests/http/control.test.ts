/**
 * Tests cancels and retries while the vendor fails, recovers or delivers late. Only delivered videos are charged, and each is charged only
 * once.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerPut, readAccount } from '#lambdas/store/accounts.ts';
import { dynamo, transact } from '#lambdas/store/dynamo.ts';
import { vendorWorkKey } from '#lambdas/store/vendor-work.ts';
import type { CreateBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import { utcDate, vendorWorkLimits } from '#shared/daily-limits.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ageOrder } from '../fixtures/age-order.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { type FalRequest, falRequests, reportFor } from '../fixtures/fal-requests.ts';
import { grant } from '../fixtures/grant.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

/** The orders before the current attempt of a test, because a second attempt uses the same prompts. */
let olderIds: Set<string>;
beforeEach(() => {
  olderIds = new Set(falRequests(cloud.cloud.home).map(({ id }) => id));
});

const cancel = (seller: Seller, batchId: string, itemIds?: string[]) =>
  seller.call<VideoBatchResponse>('POST', `/api/batches/${batchId}/cancel`, itemIds ? { itemIds } : {});
const retry = (seller: Seller, batchId: string, id: string = randomUUID()) =>
  seller.call<CreateBatchResponse>('POST', `/api/batches/${batchId}/retry`, { batchId: id });
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const requestsOf = (prompt: string): FalRequest[] =>
  falRequests(cloud.cloud.home).filter(({ id, input }) => input.prompt === prompt && !olderIds.has(id));
const findRequest = (prompt: string): FalRequest | undefined => requestsOf(prompt).at(-1);
const waitUntilGenerating = (seller: Seller, batchId: string, count = 1) =>
  seller.until(batchId, ({ items }) => items.filter(({ status }) => status === 'generating').length === count);
/** Waits until the order is at the vendor. It arrives there after the item is shown as generating. */
async function waitForRequest(prompt: string): Promise<FalRequest> {
  for (let times = 0; times < 200; times++) {
    const request = findRequest(prompt);
    if (request) return request;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`There is no order for '${prompt}'`);
}
const fullBalance = { credits: 5, available: 5 };

describe('a cancel', () => {
  test('a cancel ends queued items immediately, stops running items, and charges nothing', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, 1000);
    await cloud.fal.script('endless', { kind: 'never' });
    const prompts = Array.from({ length: 8 }, (_, n) => `endless ${n}`);
    const { batchId } = await seller.run(prompts);
    await waitUntilGenerating(seller, batchId, 5);
    await Promise.all(prompts.slice(0, 5).map(waitForRequest));

    const singleCancel = await cancel(seller, batchId, ['item-6']);
    expect(singleCancel.status).toBe(200);
    expect(singleCancel.body.items[6]).toMatchObject({ status: 'cancelled', charged: 0, error: { code: 'Cancelled' } });
    expect(singleCancel.body.counters).toMatchObject({ cancelled: 1, queued: 2, processing: 5 });
    expect(await seller.profile()).toMatchObject({ credits: 15, available: 15 - 7 * 1.2 });

    const fullCancel = await cancel(seller, batchId);
    expect(fullCancel.status).toBe(200);
    expect(fullCancel.body.items.slice(5).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    for (const item of fullCancel.body.items.slice(0, 5)) expect(item.status === 'cancelled' || item.isCancelling).toBe(true);

    const finalBatch = await seller.until(batchId);
    expect(finalBatch).toMatchObject({ status: 'cancelled', counters: { total: 8, cancelled: 8 } });
    for (const item of finalBatch.items) expect(item).toMatchObject({ charged: 0, error: { code: 'Cancelled' }, retryCount: 0 });
    expect(finalBatch.items.some((item) => item.isCancelling || item.videoUrl || item.attempt)).toBe(false);
    expect(await seller.profile()).toMatchObject({ credits: 15, available: 15, total_videos_generated: 0 });
    // The product asked the vendor to stop each order. The queued items were never ordered.
    for (const prompt of prompts.slice(0, 5)) expect(findRequest(prompt)?.state).toBe('cancelled');
    for (const prompt of prompts.slice(5)) expect(findRequest(prompt)).toBeUndefined();
  });

  test('a cancel does not affect the other items', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('one of two', clipResponse, { kind: 'late-webhook' });
    const { batchId } = await seller.run(['one of two a', 'one of two b']);
    await waitUntilGenerating(seller, batchId, 2);
    await Promise.all(['one of two a', 'one of two b'].map(waitForRequest));
    expect(await cancel(seller, batchId, ['item-0'])).toMatchObject({ status: 200 });
    await seller.until(batchId, ({ items }) => items[0]?.status === 'cancelled');
    await cloud.fal.release();
    expect(await seller.until(batchId)).toMatchObject({ status: 'partial', counters: { completed: 1, cancelled: 1 } });
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('a cancel can be repeated without effect', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('again and again', { kind: 'never' });
    const { batchId } = await seller.run(['again and again']);
    await waitUntilGenerating(seller, batchId);
    const responses = await Promise.all(Array.from({ length: 6 }, () => cancel(seller, batchId)));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const finalBatch = await seller.until(batchId);
    const secondCancel = await cancel(seller, batchId);
    expect([secondCancel.status, withoutSignatures(secondCancel.body)]).toEqual([200, withoutSignatures(finalBatch)]);
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test('a cancel of ordered items above the daily limit is refused, and these items are completed and charged', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('too late to cancel', clipResponse, { kind: 'late-webhook' });
    const prompts = ['too late to cancel a', 'too late to cancel b'];
    const { batchId } = await seller.run(prompts);
    await waitUntilGenerating(seller, batchId, 2);
    await Promise.all(prompts.map(waitForRequest));
    const { person = '' } = (await readAccount(seller.userId)) ?? {};
    await dynamo().send(
      new UpdateCommand({
        ...vendorWorkKey(person, utcDate(new Date())),
        UpdateExpression: 'SET cancelled = :all',
        ExpressionAttributeValues: { ':all': vendorWorkLimits.cancelled },
      }),
    );
    expect(await cancel(seller, batchId, ['item-0'])).toMatchObject(errorResponse(409, 'CancelLimit'));
    expect(await cancel(seller, batchId)).toMatchObject(errorResponse(409, 'CancelLimit'));
    await cloud.fal.release();
    const finalBatch = await seller.until(batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', counters: { completed: 2, cancelled: 0 } });
    expect(finalBatch.items.map(({ status, charged }) => [status, charged])).toEqual(Array(2).fill(['completed', 1.2]));
    expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6 });
  });

  test('a cancel directly after the start leaves no running order at the vendor', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('at once', { kind: 'never' });
    for (let round = 0; round < 6; round++) {
      const { batchId } = await seller.run([`at once ${round}`]);
      await new Promise((resolve) => setTimeout(resolve, round * 15));
      expect((await cancel(seller, batchId)).status).toBe(200);
      expect(await seller.until(batchId)).toMatchObject({ status: 'cancelled' });
      const request = findRequest(`at once ${round}`);
      if (request) expect(request.state).toBe('cancelled');
    }
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test('a cancel at the same time as the webhook leads to a charged video, or to no video and no charge', async () => {
    await cloud.fal.script('raced', clipResponse, { kind: 'late-webhook' });
    for (const pauseMs of [0, 0, 4, 8, 12, 20, 40, 80]) {
      // Each round uses a new seller, because the cancels per day are limited.
      const seller = await signIn(cloud.origin);
      const prompts = Array.from({ length: 3 }, (_, n) => `raced ${pauseMs} ${n}`);
      const { batchId } = await seller.run(prompts);
      await waitUntilGenerating(seller, batchId, 3);
      await Promise.all(prompts.map(waitForRequest));
      const reports = cloud.fal.release();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const response = await cancel(seller, batchId);
      expect([200, 409]).toContain(response.status);
      await reports;
      const finalBatch = await seller.until(batchId);
      for (const item of finalBatch.items) {
        if (item.status === 'completed') expect(item).toMatchObject({ charged: 1.2, videoUrl: expect.any(String) });
        else expect(item).toMatchObject({ status: 'cancelled', charged: 0, error: { code: 'Cancelled' } });
      }
      // 409 means that all videos are delivered.
      if (response.status === 409) expect(finalBatch.status).toBe('completed');
      const { credits, available } = await seller.profile();
      expect(credits).toBeCloseTo(5 - finalBatch.counters.completed * 1.2, 2);
      expect(available).toBe(credits);
    }
  });

  test('a cancel after the video has arrived is refused, and so is a cancel of batches of other users', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('done already', clipResponse);
    const { batchId } = await seller.run(['done already']);
    await seller.until(batchId);
    expect(await cancel(seller, batchId)).toMatchObject(errorResponse(409, 'NothingToCancel'));
    expect(await cancel(seller, batchId, ['item-0'])).toMatchObject(errorResponse(409, 'NothingToCancel'));
    expect(await cancel(seller, batchId, ['item-7'])).toMatchObject(errorResponse(400, 'BadRequest'));
    expect(await cancel(seller, batchId, [])).toMatchObject(errorResponse(400, 'BadRequest'));
    expect(await cancel(seller, randomUUID())).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await cancel(seller, 'no-uuid')).toMatchObject(errorResponse(404, 'BatchNotFound'));
    const other = await signIn(cloud.origin);
    expect(await cancel(other, batchId)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await retry(other, batchId)).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('a cancel is final even if the vendor reports a success later', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('dropped', { kind: 'never' });
    const { batchId } = await seller.run(['dropped']);
    const request = await waitForRequest('dropped');
    await cancel(seller, batchId);
    await seller.until(batchId);
    expect(await reportFor(cloud.cloud.home, request, await successReport())).toBe(200);
    const { body } = await seller.call<VideoBatchResponse>('GET', `/api/batches/${batchId}`);
    expect(body.items[0]).toMatchObject({ status: 'cancelled', charged: 0 });
    expect(body.items[0]?.videoUrl).toBeUndefined();
    expect(await seller.profile()).toMatchObject(fullBalance);
  });
});

describe('a vendor with a temporary failure', () => {
  test('a vendor with a temporary failure gets the order again, and the batch shows each attempt', async () => {
    const seller = await signIn(cloud.origin);
    const prompt = 'third time lucky';
    await cloud.fal.script(prompt, clipResponse, { kind: 'late-webhook' });
    for (const _ of [1, 2]) await cloud.fal.scriptOnce(prompt, { kind: 'completed-with-error', type: 'internal_server_error' });
    const { batchId } = await seller.run([prompt]);
    const third = await seller.until(batchId, ({ items }) => items[0]?.attempt?.number === 3);
    expect(third.items[0]).toMatchObject({ status: 'generating', attempt: { number: 3, of: 3 }, retryCount: 2 });
    await waitForRequest(prompt);
    await cloud.fal.release();
    const finalBatch = await seller.until(batchId);
    expect(finalBatch.items[0]).toMatchObject({ status: 'completed', charged: 1.2, retryCount: 2 });
    expect(finalBatch.items[0]?.attempt).toBeUndefined();
    expect(await cloud.fal.orders(prompt)).toBe(3);
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('a vendor with a temporary failure gets at most three orders, even if the kinds of failure differ', async () => {
    const seller = await signIn(cloud.origin);
    const prompt = 'three and no more';
    await cloud.fal.script(prompt, { kind: 'completed-with-error', type: 'downstream_service_error' });
    await cloud.fal.scriptOnce(prompt, { kind: 'status', status: 429 });
    const { batchId } = await seller.run([prompt]);
    expect((await seller.until(batchId)).items[0]).toMatchObject({ status: 'failed', error: { code: 'VendorUnreachable' }, retryCount: 2 });
    expect(await cloud.fal.orders(prompt)).toBe(3);
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test('a vendor with a temporary failure can still deliver an earlier order, but a repeated failure report of that order is ignored', async () => {
    const seller = await signIn(cloud.origin);
    const prompt = 'the first comes last';
    await cloud.fal.script(prompt, { kind: 'never' });
    await cloud.fal.scriptOnce(prompt, { kind: 'completed-with-error', type: 'internal_server_error' });
    const { batchId } = await seller.run([prompt]);
    await seller.until(batchId, ({ items }) => items[0]?.attempt?.number === 2);
    const [first] = requestsOf(prompt) as [FalRequest];
    expect(await reportFor(cloud.cloud.home, first, { status: 'ERROR', error: 'Invalid status code: 500', payload: {} })).toBe(200);
    expect((await seller.call<VideoBatchResponse>('GET', `/api/batches/${batchId}`)).body.items[0]).toMatchObject({
      attempt: { number: 2 },
    });
    expect(await reportFor(cloud.cloud.home, first, await successReport())).toBe(200);
    expect((await seller.until(batchId)).items[0]).toMatchObject({ status: 'completed', charged: 1.2 });
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('a vendor with a temporary failure gets no further order after a cancel', async () => {
    const seller = await signIn(cloud.origin);
    const prompt = 'no second try';
    await cloud.fal.script(prompt, { kind: 'completed-with-error', type: 'internal_server_error' }, { kind: 'late-webhook' });
    const { batchId } = await seller.run([prompt]);
    await waitUntilGenerating(seller, batchId);
    await waitForRequest(prompt);
    expect((await cancel(seller, batchId)).status).toBe(200);
    await cloud.fal.release();
    expect(await seller.until(batchId)).toMatchObject({ status: 'cancelled' });
    expect(await cloud.fal.orders(prompt)).toBe(1);
    expect(await seller.profile()).toMatchObject(fullBalance);
  });

  test('a vendor has no open order if its failure report and the cancel arrive at the same time', async () => {
    const seller = await signIn(cloud.origin);
    const prompt = 'perhaps a second try';
    await cloud.fal.script(prompt, { kind: 'never' });
    await cloud.fal.scriptOnce(prompt, { kind: 'completed-with-error', type: 'internal_server_error' }, { kind: 'late-webhook' });
    const { batchId } = await seller.run([prompt]);
    await waitUntilGenerating(seller, batchId);
    await waitForRequest(prompt);
    await Promise.all([cancel(seller, batchId), cloud.fal.release()]);
    expect(await seller.until(batchId)).toMatchObject({ status: 'cancelled' });
    const [, second] = requestsOf(prompt);
    if (second) expect(second.state).toBe('cancelled');
    expect(await seller.profile()).toMatchObject(fullBalance);
  });
});

describe('a retry', () => {
  test('a retry creates one new batch of the failed items, with a separate id', async () => {
    const seller = await signIn(cloud.origin);
    // The prompts differ in each attempt of this test, because the script of the vendor remains between attempts.
    const attempt = randomUUID();
    const good = `good ${attempt}`;
    const atSecond = `at second ${attempt}`;
    await cloud.fal.script(good, clipResponse);
    await cloud.fal.script(atSecond, clipResponse);
    await cloud.fal.scriptOnce(atSecond, { kind: 'refuse' });
    const { batchId, request } = await seller.run([good, atSecond]);
    expect(await seller.until(batchId)).toMatchObject({ status: 'partial' });

    const id = randomUUID();
    const responses = await Promise.all(Array.from({ length: 5 }, () => retry(seller, batchId, id)));
    for (const { status, body } of responses) {
      expect({ status, body: { ...body, status: 'running' } }).toEqual({
        status: 202,
        body: { batchId: id, status: 'running', quote: { items: [{ itemId: 'item-1', cost: 1.2 }], total: 1.2 } },
      });
    }
    const finalBatch = await seller.until(id);
    expect(finalBatch.items).toHaveLength(1);
    expect(finalBatch.items[0]).toMatchObject({
      itemId: 'item-1',
      title: 'Photo 2.jpg',
      prompt: atSecond,
      status: 'completed',
      charged: 1.2,
      retryCount: 1,
    });
    expect(await retry(seller, batchId, id)).toMatchObject({ status: 202, body: { batchId: id, status: 'completed' } });
    expect(await retry(seller, id)).toMatchObject(errorResponse(409, 'NothingToRetry'));
    expect(await cloud.fal.orders(atSecond)).toBe(2);
    expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6 });

    // The new id belongs to the retry, and the old id to the first batch.
    expect(await seller.call('POST', '/api/batches', { ...request, batchId: id })).toMatchObject(errorResponse(409, 'BatchIdReused'));
    expect(await retry(seller, id, batchId)).toMatchObject(errorResponse(409, 'BatchIdReused'));
  });

  test('a retry is refused while an item of the batch is running', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('still running', { kind: 'never' });
    await cloud.fal.script('already refused', { kind: 'refuse' });
    const { batchId } = await seller.run(['still running', 'already refused']);
    await seller.until(batchId, ({ items }) => items[1]?.status === 'failed');
    expect(await retry(seller, batchId)).toMatchObject(errorResponse(409, 'NothingToRetry'));
    await cancel(seller, batchId);
    expect(await seller.until(batchId)).toMatchObject({ counters: { cancelled: 1, failed: 1 } });
    expect(await retry(seller, batchId)).toMatchObject({ status: 202 });
  });

  test('a retry holds credits and has the same limits as any other batch', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('poor', { kind: 'refuse' });
    await cloud.fal.script('busy with', { kind: 'never' });
    const { batchId } = await seller.run(['poor 1', 'poor 2']);
    await seller.until(batchId);
    const running = [await seller.run(['busy with a']), await seller.run(['busy with b']), await seller.run(['busy with c'])];
    expect(await retry(seller, batchId)).toMatchObject({
      status: 402,
      body: { code: 'InsufficientCredits', data: { need: 2.4, have: 1.4 } },
    });
    await grant(seller.userId, 1000);
    expect(await retry(seller, batchId)).toMatchObject(errorResponse(409, 'ActiveBatchLimit'));
    for (const { batchId: other } of running) await cancel(seller, other);
    for (const { batchId: other } of running) await seller.until(other);
    expect(await retry(seller, batchId)).toMatchObject({ status: 202 });
  });

  test('a retry is refused without failed items, for a missing batch, and with an invalid id', async () => {
    const seller = await signIn(cloud.origin);
    expect(await retry(seller, randomUUID())).toMatchObject(errorResponse(404, 'BatchNotFound'));
    expect(await retry(seller, randomUUID(), 'no-uuid')).toMatchObject(errorResponse(400, 'BadRequest'));
    await cloud.fal.script('not wanted', { kind: 'never' });
    const { batchId } = await seller.run(['not wanted']);
    await cancel(seller, batchId);
    await seller.until(batchId);
    expect(await retry(seller, batchId)).toMatchObject(errorResponse(409, 'NothingToRetry'));
  });
});

describe('a success report after the time-out', () => {
  async function runUntilTimeout(prompt: string) {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script(prompt, { kind: 'never' });
    const { batchId } = await seller.run([prompt]);
    const request = await waitForRequest(prompt);
    await ageOrder(seller.userId, batchId, 0, 31);
    expect((await seller.until(batchId)).items[0]).toMatchObject({ status: 'failed', error: { code: 'VendorTimeout' } });
    return { seller, batchId, request };
  }

  test('a success report after the time-out adds the video to the item without a charge', async () => {
    const { seller, batchId, request } = await runUntilTimeout('late and free');
    for (const _ of [1, 2]) expect(await reportFor(cloud.cloud.home, request, await successReport())).toBe(200);
    const batch = await seller.until(batchId, ({ items }) => items[0]?.videoUrl !== undefined);
    expect(batch).toMatchObject({ status: 'failed', items: [{ status: 'failed', charged: 0 }] });
    expect((await fetch(String(batch.items[0]?.videoUrl))).status).toBe(200);
    expect(await seller.profile()).toMatchObject({ ...fullBalance, total_videos_generated: 0 });
    expect(await seller.transactions()).toHaveLength(1);
    // No item remains to retry.
    expect(await retry(seller, batchId)).toMatchObject(errorResponse(409, 'NothingToRetry'));
  });

  test('a success report after the time-out is ignored if a retry exists', async () => {
    const { seller, batchId, request } = await runUntilTimeout('late after a retry');
    const { body } = await retry(seller, batchId);
    expect(await reportFor(cloud.cloud.home, request, await successReport())).toBe(200);
    await cancel(seller, body.batchId);
    await seller.until(body.batchId);
    const { body: source } = await seller.call<VideoBatchResponse>('GET', `/api/batches/${batchId}`);
    expect(source.items[0]).toMatchObject({ status: 'failed', charged: 0 });
    expect(source.items[0]?.videoUrl).toBeUndefined();
    expect(await seller.profile()).toMatchObject(fullBalance);
  });
});

/** Returns the vendor's report of a success, with the URL of a real video. */
async function successReport(): Promise<object> {
  const prompt = 'the video of a report';
  const findVideo = () => falRequests(cloud.cloud.home).find(({ input }) => input.prompt === prompt);
  if (!findVideo()) {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script(prompt, clipResponse);
    await seller.run([prompt]).then(({ batchId }) => seller.until(batchId));
  }
  return { status: 'OK', payload: { video: { url: `${cloud.cloud.lambdaVariables.STAND_IN_URL_FAL}/files/${findVideo()?.id}.mp4` } } };
}

test('the reconcile job starts a batch whose execution was never started', async () => {
  const { executionName } = await import('#lambdas/batch/executions.ts');
  const { putItems } = await import('#lambdas/store/batches.ts');
  const { holdForBatch } = await import('#lambdas/store/ledger.ts');
  const seller = await signIn(cloud.origin);
  await cloud.fal.script('left behind', clipResponse);
  const { key } = await seller.upload(await createPhoto());
  const request = batchRequest([{ uploadKey: key, prompt: 'left behind' }]);
  const item = request.items[0] as (typeof request.items)[number];
  const row = {
    ...item,
    kind: 'video' as const,
    userId: seller.userId,
    batchId: request.batchId,
    index: 0,
    durationSeconds: 8,
    cents: 120,
    status: 'queued' as const,
  };
  await putItems([row], 'hash');
  await holdForBatch({
    userId: seller.userId,
    batchId: request.batchId,
    kind: 'video',
    status: 'running',
    createdAt: new Date().toISOString(),
    requestHash: 'hash',
    totalCents: 120,
    items: [{ itemId: 'item-0', cents: 120 }],
  });
  // A crash between the hold and the start of the execution causes this state. The scheduled reconcile job repairs the batch.
  expect(await seller.until(request.batchId)).toMatchObject({ status: 'completed' });
  expect(cloud.cloud.states?.listExecutions().some(({ name }) => name === executionName(seller.userId, request.batchId))).toBe(true);
  expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
});

test('the reconcile job logs an account for manual review only if its balances do not match its ledger', async () => {
  const [inconsistent, correct] = [await signIn(cloud.origin), await signIn(cloud.origin)];
  await cloud.fal.script('while it is looked at', { kind: 'never' });
  const runs = await Promise.all([inconsistent, correct].map((seller) => seller.run(['while it is looked at'])));
  // This ledger row did not change the balance. The product cannot write such a row.
  await transact({
    row: ledgerPut({
      userId: inconsistent.userId,
      id: 'purchase#without-payment',
      createdAt: new Date().toISOString(),
      amount: 100,
      type: 'purchase',
      description: 'Credit purchase',
    }),
  });
  const reports = (userId: string) => cloud.logLines.filter((line) => line.includes('do not match its ledger') && line.includes(userId));
  await expect
    .poll(
      async () => {
        await cloud.runJob('batch/reconcile');
        return reports(inconsistent.userId).length;
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  expect(reports(inconsistent.userId)[0]).toContain('the rows do not sum to the balance');
  expect(reports(correct.userId)).toEqual([]);
  // No execution of the job may fail, except after an error of DynamoDB. Then the next execution repeats the work.
  const faultsOfDynamoDb = /ThrottlingException|ProvisionedThroughputExceededException|InternalServerError/;
  const lines = cloud.logLines.filter((line) => line.includes('[ReconcileSchedule'));
  expect(lines.filter((line) => !faultsOfDynamoDb.test(line))).toEqual([]);
  await Promise.all([cancel(inconsistent, runs[0]?.batchId ?? ''), cancel(correct, runs[1]?.batchId ?? '')]);
});

/** Removes the signatures from signed URLs, because each function signs with its own key. */
const withoutSignatures = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value) => (key.endsWith('Url') ? String(value).split('?')[0] : value));
