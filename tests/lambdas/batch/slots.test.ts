/** Tests the requests and returns of slots with real tables. Step Functions is a mock that records the completed task tokens. */
import { randomUUID } from 'node:crypto';
import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient, TaskTimedOut } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelBatch } from '#lambdas/batch/cancel-batch.ts';
import { repairSlots } from '#lambdas/batch/repair-slots.ts';
import { requestSlot, returnSlots } from '#lambdas/batch/slots.ts';
import { createAccount } from '#lambdas/store/accounts.ts';
import { itemKey, type VideoItem } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems, updateItem } from '#lambdas/store/batches.ts';
import { clearVendorFailures, readBreaker, readSpend, setStop } from '#lambdas/store/installation.ts';
import { holdForBatch, releaseItem } from '#lambdas/store/ledger.ts';
import { readLane, returnSlot, setSlots } from '#lambdas/store/slots.ts';
import { readTicket, ticketsOf } from '#lambdas/store/tickets.ts';
import { type LaneName, laneNames, lanes } from '#shared/admission/lanes.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTables } from '../../fixtures/tables.ts';

const states = mockClient(SFNClient);
let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
  process.env.VIDEO_PROVIDER = 'fal';
  process.env.PROMPT_PROVIDER = 'openai';
});
afterAll(async () => {
  states.restore();
  await tables?.stop();
});

const now = new Date('2026-11-23T08:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const lane: LaneName = 'fal#veo3';

beforeEach(async () => {
  for (const name of laneNames) for await (const ticket of ticketsOf(name)) await returnSlot(ticket, now);
  await setSlots(lane, 1);
  states.reset();
  states.on(SendTaskSuccessCommand).resolves({});
  states.on(SendTaskFailureCommand).resolves({});
});

/** Starts a batch of videos with held credits. */
async function startItems(count: number): Promise<VideoItem[]> {
  const userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  const { batch, items } = createBatchRows(
    userId,
    Array.from({ length: count }, () => 10),
    now,
  );
  await putItems(items, batch.requestHash);
  await holdForBatch(batch);
  return items;
}

const aiWrite = { direction: '', language: 'en', options: [] };

/** Makes an item of a large order whose prompt AI Write writes. */
const setPromptData = ({ userId, batchId, index }: VideoItem) =>
  updateItem({
    ...itemKey(userId, batchId, index),
    UpdateExpression: 'SET ai_write = :data',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':data': aiWrite },
  });

const tokenOf = ({ userId, index }: VideoItem) => `${userId}#${index}`;
const request = (item: VideoItem, taskToken = tokenOf(item)) => requestSlot(item, { purpose: 'result', taskToken }, now);
const continuedTokens = () => states.commandCalls(SendTaskSuccessCommand).map(({ args }) => args[0].input.taskToken);
const failedTokens = () => states.commandCalls(SendTaskFailureCommand).map(({ args }) => args[0].input.taskToken);
const ticketOf = ({ userId, batchId, index }: VideoItem, name: LaneName = lane) => readTicket({ lane: name, userId, batchId, index });

describe('a request for a slot', () => {
  test('a request for a slot is granted immediately if a slot is free, with the time of the admission', async () => {
    const [item] = await startItems(1);
    await request(item as VideoItem);
    expect(states.commandCalls(SendTaskSuccessCommand)[0]?.args[0].input).toEqual({
      taskToken: tokenOf(item as VideoItem),
      output: JSON.stringify({ admittedAt: now.toISOString() }),
    });
  });

  test('a request waits until another item returns its slot, and then continues without a poll', async () => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await request(second);
    expect(continuedTokens()).toEqual([tokenOf(first)]);
    await returnSlots(first, minutesLater(2), { isCompleted: true });
    expect(continuedTokens()).toEqual([tokenOf(first), tokenOf(second)]);
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
  });

  test.each([
    ['an order that may be at the vendor', { intentAt: now.toISOString() }],
    ['a report of the vendor', { outcome: { status: 'ready' as const, url: 'https://example.com' } }],
  ])('a request is granted without a slot for an item with %s', async (_, set) => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await changeItem(second, { set: { ...set, admittedAt: '2026-11-23T07:50:00.000Z' } });
    await request(second);
    expect(states.commandCalls(SendTaskSuccessCommand)[1]?.args[0].input.output).toBe('{"admittedAt":"2026-11-23T07:50:00.000Z"}');
    expect(await ticketOf(second)).toBeUndefined();
  });

  test('a request of a new execution replaces the token of the interrupted execution', async () => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await request(second, 'interrupted');
    await request(second, 'resumed');
    await returnSlots(first, now, { isCompleted: true });
    expect(continuedTokens()).toEqual([tokenOf(first), 'resumed']);
  });

  test.each([false, true])(
    'a request continues to wait after a failure at any call to DynamoDB (failure after the call: %s)',
    async (isAfterCall) => {
      const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
      await request(first);
      for (let position = 1; ; position++) {
        const calls = await runWithCrash(position, isAfterCall, () => request(second));
        expect(failedTokens(), `call ${position}`).toEqual([]);
        if (calls < position) break;
      }
      expect(await ticketOf(second)).toMatchObject({ taskToken: tokenOf(second), queueKey: expect.any(String) });
    },
  );

  test('a request keeps its slot for another attempt', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await request(item);
    await requestSlot(item, { purpose: 'result', taskToken: 'second attempt' }, minutesLater(5));
    expect(states.commandCalls(SendTaskSuccessCommand)[1]?.args[0].input).toEqual({
      taskToken: 'second attempt',
      output: JSON.stringify({ admittedAt: now.toISOString() }),
    });
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
  });

  test('a request of a cancelled item is refused and leaves no ticket', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await changeItem(item, { set: { cancelRequestedAt: now.toISOString() } });
    await expect(request(item)).rejects.toMatchObject({ code: 'Cancelled' });
    expect(await ticketOf(item)).toBeUndefined();
  });

  test('a request to extend a photo uses another lane', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await requestSlot(item, { purpose: 'outpaint', taskToken: 'outpaint' }, now);
    expect(await ticketOf(item, 'stability#outpaint')).toHaveProperty('admittedAt');
    expect(await ticketOf(item)).toBeUndefined();
    await returnSlots(item, now, { isCompleted: true });
    expect(await ticketOf(item, 'stability#outpaint')).toBeUndefined();
  });

  test('a request to write a prompt uses the lane of the text model, until the prompt is written', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await requestSlot(item, { purpose: 'prompt', taskToken: 'no AI Write' }, now);
    expect(await ticketOf(item, 'openai#prompt')).toBeUndefined();
    await setPromptData(item);
    await requestSlot(item, { purpose: 'prompt', taskToken: 'prompt' }, now);
    expect(await ticketOf(item, 'openai#prompt')).toMatchObject({ admittedAt: now.toISOString(), mils: vendorPrices.prompt });
    await changeItem(item, { set: { isPromptWritten: true } });
    await requestSlot(item, { purpose: 'prompt', taskToken: 'repeated' }, now);
    expect(continuedTokens()).toEqual(['no AI Write', 'prompt', 'repeated']);
    await returnSlots({ ...item, aiWrite }, now, { failure: 'AiWriteFailed' });
    expect(await ticketOf(item, 'openai#prompt')).toBeUndefined();
    expect(await readBreaker('fal')).toEqual({ failures: 0 });
  });

  test('a request fails without a change if the configured vendor is unknown', async () => {
    process.env.VIDEO_PROVIDER = 'nobody';
    const [item] = (await startItems(1)) as [VideoItem];
    await expect(request(item)).rejects.toMatchObject({ code: 'VendorMisconfigured' });
    process.env.VIDEO_PROVIDER = 'fal';
    expect(await ticketOf(item)).toBeUndefined();
  });
});

describe('a stop', () => {
  test('after a stop, the next attempt of an admitted item waits, and the item continues later', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await request(item);
    await setStop({ at: now, reason: 'test' });
    await request(item, 'second attempt');
    expect(continuedTokens()).toEqual([tokenOf(item)]);
    expect(await readLane(lane)).toMatchObject({ inUse: 0 });
    await setStop(undefined);
    await repairSlots(now);
    expect(continuedTokens()).toEqual([tokenOf(item), 'second attempt']);
  });

  test('after a stop, no item gets a slot to write its prompt', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await setPromptData(item);
    await setStop({ at: now, reason: 'test' });
    await requestSlot(item, { purpose: 'prompt', taskToken: 'prompt' }, now);
    expect(continuedTokens()).toEqual([]);
    await setStop(undefined);
    await repairSlots(now);
    expect(continuedTokens()).toEqual(['prompt']);
  });
});

describe('the results of items', () => {
  test.each([
    ['VendorServerError', 1],
    ['VendorMisconfigured', 1],
    ['VendorRefused', 0],
    ['Cancelled', 0],
  ] as const)('items with the code %s count %i failures of the vendor, until another item is completed', async (failure, count) => {
    const [failed, completed] = (await startItems(2)) as [VideoItem, VideoItem];
    await returnSlots(failed, now, { failure });
    expect((await readBreaker('fal')).failures).toBe(count);
    await returnSlots(completed, now, { isCompleted: true });
    expect(await readBreaker('fal')).toEqual({ failures: 0 });
  });

  test('a failed extension counts for the vendor of the extension', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await returnSlots(item, now, { failure: 'OutpaintingFailed' });
    expect([await readBreaker('stability'), await readBreaker('fal')]).toEqual([{ failures: 1 }, { failures: 0 }]);
    await clearVendorFailures('stability');
  });

  test('the results of items correct the vendor cost of the day', async () => {
    const before = await readSpend(now);
    const [item] = (await startItems(1)) as [VideoItem];
    await request(item);
    expect((await readSpend(now)) - before).toBe(1600);
    await returnSlots({ ...item, vendorMils: 3200 }, now, { isCompleted: true });
    expect((await readSpend(now)) - before).toBe(3200);
  });
});

describe('a cancel', () => {
  test('a cancel of a waiting item ends its wait and returns no slot', async () => {
    const [first, second, third] = (await startItems(3)) as [VideoItem, VideoItem, VideoItem];
    for (const item of [first, second, third]) await request(item);
    await cancelBatch({ userId: second.userId, batchId: second.batchId, itemIds: [second.itemId] }, now);
    expect(failedTokens()).toEqual([tokenOf(second)]);
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
    await returnSlots(first, now, { isCompleted: true });
    expect(continuedTokens()).toEqual([tokenOf(first), tokenOf(third)]);
  });

  test('a second call completes a cancel that crashed before it removed the ticket', async () => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await request(second);
    await changeItem(second, { set: { cancelRequestedAt: now.toISOString() } });
    await releaseItem({ ...second, cancelRequestedAt: now.toISOString() }, { status: 'cancelled', errorCode: 'Cancelled' }, now);
    await cancelBatch({ userId: second.userId, batchId: second.batchId, itemIds: [second.itemId] }, now);
    expect(failedTokens()).toEqual([tokenOf(second)]);
    expect(await ticketOf(second)).toBeUndefined();
  });
});

describe('the repair job', () => {
  test('the repair job changes nothing without a crash', async () => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await request(second);
    states.resetHistory();
    expect(await repairSlots(now)).toEqual({ tickets: 2, returned: 0, continued: 0 });
    expect(states.calls()).toHaveLength(0);
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
  });

  test('the repair job continues an admitted item whose callback was lost', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    states.on(SendTaskSuccessCommand).rejectsOnce(new Error('socket hang up')).resolves({});
    await request(item);
    expect(await repairSlots(minutesLater(2))).toMatchObject({ continued: 1, returned: 0 });
    expect(continuedTokens()).toEqual([tokenOf(item), tokenOf(item)]);
  });

  test('the repair job ignores the old token of an item that already continues', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await request(item);
    states.on(SendTaskSuccessCommand).rejects(new TaskTimedOut({ message: 'Task Timed Out', $metadata: {} }));
    expect(await repairSlots(minutesLater(2))).toMatchObject({ continued: 1, returned: 0 });
    expect(await readLane(lane)).toMatchObject({ inUse: 1 });
  });

  test('the repair job returns the slot of an ended item and gives it to the next item', async () => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await request(second);
    await releaseItem(first, { status: 'failed', errorCode: 'VendorTimeout' }, now);
    expect(await repairSlots(now)).toMatchObject({ returned: 1 });
    expect(continuedTokens()).toEqual([tokenOf(first), tokenOf(second)]);
  });

  test('the repair job returns an expired lease, but not a lease that is still valid', async () => {
    const [item] = (await startItems(1)) as [VideoItem];
    await request(item);
    const leaseMinutes = lanes[lane].leaseSeconds / 60;
    expect(await repairSlots(minutesLater(leaseMinutes - 1))).toMatchObject({ returned: 0 });
    expect(await repairSlots(minutesLater(leaseMinutes))).toMatchObject({ returned: 1 });
    expect(await readLane(lane)).toMatchObject({ inUse: 0 });
  });

  test('the repair job ends the wait of an item that was cancelled while it waited', async () => {
    const [first, second] = (await startItems(2)) as [VideoItem, VideoItem];
    await request(first);
    await request(second);
    await changeItem(second, { set: { cancelRequestedAt: now.toISOString() } });
    expect(await repairSlots(now)).toMatchObject({ returned: 1 });
    expect(failedTokens()).toEqual([tokenOf(second)]);
  });

  test('the repair job gives free slots to waiting items after the number of slots was increased', async () => {
    const items = await startItems(4);
    for (const item of items) await request(item);
    await setSlots(lane, 3);
    await repairSlots(now);
    expect(continuedTokens()).toEqual(items.slice(0, 3).map(tokenOf));
  });
});
