/** Runs videos with each possible fault of the vendor. Delivered videos must be charged once, and other videos must not be charged. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { clipResponse } from '../fixtures/cloud.ts';
import { signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

/** Runs one video whose prompt selects its faults. Returns the final state of the video and the balance. */
async function run(prompt: string) {
  const seller = await signIn(cloud.origin);
  const { batchId } = await seller.run([prompt], { generateAudio: true });
  const batch = await seller.until(batchId);
  const { credits, available } = await seller.profile();
  const item = batch.items[0];
  return {
    batch: batch.status,
    item: item?.status,
    code: item?.error?.code,
    charged: item?.charged,
    credits,
    available,
    orders: await cloud.fal.orders(prompt),
    seller,
    batchId,
  };
}

const deliveredVideo = { batch: 'completed', item: 'completed', charged: 1.6, credits: 3.4, available: 3.4, orders: 1 };
const undeliveredVideo = { batch: 'failed', item: 'failed', charged: 0, credits: 5, available: 5 };

describe('a delivered video', () => {
  test.each<[string, object[]]>([
    ['when its webhook arrives in time', [clipResponse]],
    [
      'when the webhook arrives before the response to the order, and so before a token is stored',
      [clipResponse, { kind: 'early-webhook' }],
    ],
    ['when the webhook arrives twice', [clipResponse, { kind: 'doubled-webhook' }]],
    ['when all webhooks are lost', [clipResponse, { kind: 'lost-webhook' }]],
    ['when a forged webhook arrives too', [clipResponse, { kind: 'forged-webhook' }]],
  ])('a video is delivered and charged once %s', async (name, faults) => {
    const prompt = `delivered ${name}`;
    await cloud.fal.script(prompt, ...faults);
    expect(await run(prompt)).toMatchObject(deliveredVideo);
  });

  test('a video is delivered and charged once when the webhook arrives near the expiry of the first token', async () => {
    // The first token expires after 180 s. In this test, this takes 6 s. Ten webhooks arrive around this time.
    const delays = Array.from({ length: 10 }, (_, n) => 5_700 + n * 80);
    const videos = delays.map(async (afterMs) => {
      const prompt = `reported after ${afterMs} ms`;
      await cloud.fal.script(prompt, { ...clipResponse, afterMs });
      return run(prompt);
    });
    for (const video of await Promise.all(videos)) expect(video).toMatchObject(deliveredVideo);
  });

  test.each([429, 500, 503])(
    'a video is delivered and charged once when the vendor first returns %i, and the order is placed again',
    async (status) => {
      const prompt = `busy ${status}`;
      await cloud.fal.script(prompt, clipResponse);
      await cloud.fal.scriptOnce(prompt, { kind: 'status', status });
      expect(await run(prompt)).toMatchObject({ ...deliveredVideo, orders: 2 });
    },
  );
});

describe('a video that is not delivered', () => {
  test('a video is not delivered and not charged when the vendor refuses it', async () => {
    await cloud.fal.script('against the policy', { kind: 'refuse' });
    expect(await run('against the policy')).toMatchObject({ ...undeliveredVideo, code: 'VendorRefused', orders: 1 });
  });

  test('a video is not delivered and not charged when the vendor refuses it and the webhook is lost', async () => {
    await cloud.fal.script('refused in silence', { kind: 'refuse' }, { kind: 'lost-webhook' });
    expect(await run('refused in silence')).toMatchObject({ ...undeliveredVideo, code: 'VendorRefused', orders: 1 });
  });

  test('a video is not delivered and not charged when the vendor stays busy, after three orders', async () => {
    await cloud.fal.script('always busy', { kind: 'status', status: 429 });
    expect(await run('always busy')).toMatchObject({ ...undeliveredVideo, code: 'VendorBusy', orders: 3 });
  });

  test.each([
    ['is too short', { ...clipResponse, seconds: 5 }],
    ['has the wrong size', { kind: 'clip', width: 640, height: 360 }],
  ])('a video is not delivered and not charged when the clip %s', async (name, fault) => {
    await cloud.fal.script(name, fault);
    expect(await run(name)).toMatchObject({ ...undeliveredVideo, code: 'ResultNotAsOrdered', orders: 1 });
  });

  test('a video is not delivered and not charged when the vendor returns the request id of another order', async () => {
    await cloud.fal.script('another’s', clipResponse);
    const other = await run('another’s');
    await cloud.fal.script('answered with an id of', { kind: 'duplicate-request-id', of: 'another’s' });
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['answered with an id of before']);
    await seller.until(batchId, (batch) => batch.items[0]?.status === 'generating');
    await moveOrderIntoPast(seller.userId, batchId, 11);
    const [item] = (await seller.until(batchId)).items;
    expect(item).toMatchObject({ status: 'failed', charged: 0, error: { code: 'VendorTimeout' } });
    expect(item?.videoUrl).toBeUndefined();
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    expect(await other.seller.profile()).toMatchObject({ credits: 3.4, available: 3.4 });
  });

  test('a video is not delivered and not charged when the vendor never finishes, after a time-out of half an hour', async () => {
    await cloud.fal.script('never ending', { kind: 'never' });
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['never ending']);
    await seller.until(batchId, (batch) => batch.items[0]?.status === 'generating');
    await moveOrderIntoPast(seller.userId, batchId, 31);
    expect((await seller.until(batchId)).items[0]).toMatchObject({ status: 'failed', charged: 0, error: { code: 'VendorTimeout' } });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });
});

test('a failed item does not affect the other items of its batch', async () => {
  await cloud.fal.script('good one', clipResponse);
  await cloud.fal.script('bad one', { kind: 'refuse' });
  const seller = await signIn(cloud.origin);
  const { batchId } = await seller.run(['good one 1', 'bad one', 'good one 2']);
  const batch = await seller.until(batchId);
  expect(batch).toMatchObject({ status: 'partial', counters: { completed: 2, failed: 1 } });
  expect(await seller.profile()).toMatchObject({ credits: 2.6, available: 2.6 });
});

/** Moves the order of a batch's first item into the past. */
async function moveOrderIntoPast(userId: string, batchId: string, minutes: number): Promise<void> {
  const { dynamo } = await import('#lambdas/store/dynamo.ts');
  const { itemKey } = await import('#lambdas/store/batch-rows.ts');
  const orderedAt = new Date(Date.now() - minutes * 60_000).toISOString();
  await dynamo().send(
    new UpdateCommand({
      ...itemKey(userId, batchId, 0),
      UpdateExpression: 'SET intent_at = :then',
      ExpressionAttributeValues: { ':then': orderedAt },
    }),
  );
}
