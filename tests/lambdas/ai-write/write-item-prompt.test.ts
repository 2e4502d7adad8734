/**
 * Tests the step of AI Write for an item of a large order, with the local tables and storage: repeated and parallel steps, crashes, vendor
 * errors, the request limit, cancels, and the data of the product.
 */
import { randomUUID } from 'node:crypto';
import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestSlot } from '#lambdas/batch/slots.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { ImageItem } from '#lambdas/store/batch-rows.ts';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import { markCancelled, markWithdrawn } from '#lambdas/store/cancelled-items.ts';
import { clearVendorFailures, readBreaker, readSpend } from '#lambdas/store/installation.ts';
import { putObject } from '#lambdas/store/objects.ts';
import { readLane } from '#lambdas/store/slots.ts';
import type { PromptOrder, PromptVendor } from '#lambdas/vendors/prompt-port.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
const states = mockClient(SFNClient);
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** This module is imported after the address of the storage is set, because the storage client reads the address only once. */
let writeItemPrompt: typeof import('#lambdas/ai-write/write-item-prompt.ts')['writeItemPrompt'];

beforeAll(async () => {
  store = await startTablesAndStorage();
  process.env.PROMPT_PROVIDER = 'gemini';
  ({ writeItemPrompt } = await import('#lambdas/ai-write/write-item-prompt.ts'));
});
afterAll(async () => {
  states.restore();
  await store.stop();
});

let ref: ItemRef;
const readCurrentItem = async () => (await readItem(ref.userId, ref.batchId, ref.index)) as ImageItem;

/** Creates an image item whose photo is already ingested. */
async function createItem(changes: Partial<ImageItem> = {}): Promise<void> {
  const [userId, batchId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId, itemId: 'card', index: 0 };
  const photoKey = `ingested/${userId}/${batchId}/card.jpg`;
  const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'teal' } }).jpeg();
  await putObject(photoKey, await photo.toBuffer(), 'image/jpeg');
  const item: ImageItem = {
    ...ref,
    kind: 'image',
    uploadKey: `uploads/${userId}/temp-images/x.png`,
    photoKey,
    title: 'Bag Ada',
    sku: 'A-1',
    prompt: 'On a beach, Bag Ada',
    aiWrite: { direction: 'On a beach, {title}', language: 'de', options: [{ name: 'colour', value: 'ruby' }] },
    aspectRatio: '1:1',
    model: 'gemini-2.5-flash-image',
    outputFormat: 'jpeg',
    numImages: 1,
    cents: 5,
    status: 'queued',
    ...changes,
  };
  await putItems([item], 'hash');
}

beforeEach(async () => {
  states.reset();
  states.on(SendTaskSuccessCommand).resolves({});
  states.on(SendTaskFailureCommand).resolves({});
  await clearVendorFailures('gemini#prompt');
  await createItem();
});

type Reply = ErrorCode | Error | (() => Promise<string>);

/** Returns a vendor that gives these replies and then a prompt. The vendor records its orders. */
function fakeVendor(...replies: Reply[]) {
  const orders: PromptOrder[] = [];
  const vendor: PromptVendor = {
    async write(order) {
      orders.push(order);
      const reply = replies.shift();
      if (typeof reply === 'function') return reply();
      if (reply) throw reply instanceof Error ? reply : new AppError(reply);
      return '"Die Tasche steht am Strand."';
    },
  };
  return { orders, run: () => writeItemPrompt(ref, { name: 'gemini', vendor }, now) };
}

describe('a refused or failed request', () => {
  test.each<[string, Reply[], ErrorCode[], number]>([
    ['a refusal', ['VendorRefused'], ['VendorRefused'], 1],
    ['an input that the vendor cannot use', ['VendorRejectedInput'], ['VendorRejectedInput'], 1],
    ['a missing key', ['VendorMisconfigured'], ['AiWriteFailed'], 1],
    ['an unknown error', [new Error('boom')], ['AiWriteFailed'], 1],
    ['two failures of the vendor', ['VendorBusy', 'VendorServerError'], ['VendorBusy', 'AiWriteFailed'], 2],
    ['two unreadable texts', [async () => ' "" ', 'VendorMalformedAnswer'], ['VendorMalformedAnswer', 'AiWriteFailed'], 2],
    ['a failure and a refusal', ['VendorUnreachable', 'VendorRefused'], ['VendorUnreachable', 'VendorRefused'], 2],
  ])('after %s, no prompt is stored', async (_, replies, codes, requests) => {
    const { orders, run } = fakeVendor(...replies);
    for (const code of codes) await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(requests);
    const { prompt, isPromptWritten, status } = await readCurrentItem();
    expect({ prompt, isPromptWritten, status }).toEqual({
      prompt: 'On a beach, Bag Ada',
      isPromptWritten: undefined,
      status: 'generating',
    });
  });

  test('an item causes at most two requests, however often the step runs', async () => {
    const { orders, run } = fakeVendor(...Array.from({ length: 9 }, (): ErrorCode => 'VendorServerError'));
    for (const code of ['VendorServerError', 'AiWriteFailed', 'AiWriteFailed', 'AiWriteFailed'])
      await expect(run()).rejects.toMatchObject({ code });
    expect(orders).toHaveLength(2);
    expect(await readCurrentItem()).toMatchObject({ promptAttempts: 2, vendorMils: 2 * vendorPrices.prompt });
  });

  test('parallel runs of the step cause at most two requests, and one prompt is stored', async () => {
    const { orders, run } = fakeVendor();
    const results = await Promise.allSettled([run(), run(), run(), run()]);
    expect(orders.length).toBeLessThanOrEqual(2);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'AiWriteFailed' });
    expect(await readCurrentItem()).toMatchObject({ isPromptWritten: true, promptAttempts: orders.length });
  });

  test('a request that the vendor did not bill is not counted as vendor work', async () => {
    const { run } = fakeVendor(new AppError('VendorBusy', { isUnbilled: true }), new AppError('VendorBusy', { isUnbilled: true }));
    await expect(run()).rejects.toMatchObject({ code: 'VendorBusy' });
    await expect(run()).rejects.toMatchObject({ code: 'AiWriteFailed' });
    expect((await readCurrentItem()).vendorMils).toBe(0);
  });

  test('failures of the text model count only for its own circuit breaker, and a written prompt resets this count', async () => {
    const { run } = fakeVendor('VendorServerError', 'VendorRefused');
    await expect(run()).rejects.toMatchObject({ code: 'VendorServerError' });
    await expect(run()).rejects.toMatchObject({ code: 'VendorRefused' });
    expect([await readBreaker('gemini#prompt'), await readBreaker('gemini')]).toEqual([{ failures: 1 }, { failures: 0 }]);
    await createItem();
    await fakeVendor().run();
    expect(await readBreaker('gemini#prompt')).toEqual({ failures: 0 });
  });
});

describe('a cancel', () => {
  test('a cancel before the request prevents the request', async () => {
    const { orders, run } = fakeVendor();
    await markCancelled(await readCurrentItem(), now);
    await expect(run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect(orders).toEqual([]);
  });

  test('after a cancel during the request, the prompt is not stored', async () => {
    const { run } = fakeVendor(async () => {
      await markCancelled(await readCurrentItem(), now);
      return 'Too late';
    });
    await expect(run()).rejects.toMatchObject({ code: 'Cancelled' });
    expect(await readCurrentItem()).toMatchObject({ prompt: 'On a beach, Bag Ada' });
  });

  test('a pause of the order does not withdraw an item whose prompt was already requested', async () => {
    await fakeVendor().run();
    expect(await markWithdrawn(await readCurrentItem(), now)).toBeUndefined();
  });
});

describe('a written prompt', () => {
  test('the prompt replaces the direction, and a repeated step sends no second request', async () => {
    const { orders, run } = fakeVendor();
    await run();
    await run();
    expect(orders).toHaveLength(1);
    expect(await readCurrentItem()).toMatchObject({
      ...{ prompt: 'Die Tasche steht am Strand.', isPromptWritten: true, status: 'generating', startedAt: now.toISOString() },
      ...{ promptAttempts: 1, vendorMils: vendorPrices.prompt },
    });
    expect((await readCurrentItem()).attempts).toBeUndefined();
  });

  test('the vendor gets a small copy of the photo, the direction and the product data in the language of the seller', async () => {
    const { orders, run } = fakeVendor();
    await run();
    const [{ photo, instruction }] = orders as [PromptOrder];
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2048 });
    expect(instruction).toContain('- Write in German');
    expect(instruction).toContain('An image model will make a new product image from this very photo in the shape 1:1.');
    expect(instruction).toContain('"On a beach, {title}"');
    expect(instruction).toContain(
      '<product_data>{"title":"Bag Ada","sku":"A-1","options":[{"name":"colour","value":"ruby"}]}</product_data>',
    );
  });

  test('a text that is too long ends with a complete sentence within the limit of a typed prompt', async () => {
    const { run } = fakeVendor(async () => 'Die Tasche steht am Strand. '.repeat(100));
    await run();
    const { prompt } = await readCurrentItem();
    expect([...prompt].length).toBeLessThanOrEqual(2000);
    expect(prompt).toMatch(/Strand\.$/);
  });

  test.each([
    ['an item without AI Write', { aiWrite: undefined }],
    ['an item whose prompt was written in an earlier batch', { isPromptWritten: true as const }],
  ])('%s causes no request', async (_, changes) => {
    await createItem(changes);
    const { orders, run } = fakeVendor();
    await run();
    expect(orders).toEqual([]);
    expect((await readCurrentItem()).prompt).toBe('On a beach, Bag Ada');
  });

  test('the slot is returned, and the cost of the day contains the request once', async () => {
    const before = await readSpend(now);
    await requestSlot(ref, { purpose: 'prompt', taskToken: 'token' }, now);
    expect(await readLane('gemini#prompt')).toMatchObject({ inUse: 1 });
    await fakeVendor().run();
    expect(await readLane('gemini#prompt')).toMatchObject({ inUse: 0 });
    expect((await readSpend(now)) - before).toBe(vendorPrices.prompt);
    await requestSlot(ref, { purpose: 'prompt', taskToken: 'repeated' }, now);
    expect(await readLane('gemini#prompt')).toMatchObject({ inUse: 0 });
    expect(states.commandCalls(SendTaskSuccessCommand).map(({ args }) => args[0].input.taskToken)).toEqual(['token', 'repeated']);
  });
});

test.each([false, true])(
  'a crash at any call to DynamoDB leads to the same end with at most two requests (crash after the call: %s)',
  async (isAfterCall) => {
    for (let position = 1; ; position++) {
      await createItem();
      await requestSlot(ref, { purpose: 'prompt', taskToken: 'token' }, now);
      const { orders, run } = fakeVendor();
      const calls = await runWithCrash(position, isAfterCall, run);
      await run();
      expect(orders.length, `call ${position}`).toBeLessThanOrEqual(2);
      expect(await readCurrentItem(), `call ${position}`).toMatchObject({
        ...{ prompt: 'Die Tasche steht am Strand.', isPromptWritten: true },
      });
      expect(await readLane('gemini#prompt'), `call ${position}`).toMatchObject({ inUse: 0 });
      if (calls < position) break;
    }
  },
);
