/** Tests the poll step of a video with the local tables: the time limit, a crash at each call to DynamoDB, and a success at the last moment. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { putItems, readItem } from '#lambdas/store/batches.ts';
import type { VideoProgress, VideoVendor } from '#lambdas/vendors/video-port.ts';
import { recordOutcome } from '#lambdas/video/outcome.ts';
import { pollGeneration } from '#lambdas/video/poll-generation.ts';
import type { AppError } from '#shared/errors.ts';
import { waitSecondsMax } from '#shared/video/waiting.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTables } from '../../fixtures/tables.ts';

const orderedAt = new Date('2026-11-21T08:00:00Z');
const overdueAt = new Date(orderedAt.getTime() + waitSecondsMax * 1000);
let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

let ref: { userId: string; batchId: string; itemId: string; index: number };
beforeEach(createVideo);

/** Creates a video that was ordered, and whose vendor has not reported anything. */
async function createVideo(): Promise<void> {
  const { items } = createBatchRows(randomUUID(), [360], orderedAt);
  const order = { status: 'generating', attempts: 1, intentAt: orderedAt.toISOString(), requestId: 'r-1' } as const;
  const [item] = items.map((row) => ({ ...row, ...order }));
  if (!item) throw new Error('The batch has no item.');
  await putItems([item], 'hash');
  ref = item;
}
const readVideo = async () => {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (item?.kind !== 'video') throw new Error('The item is not a video.');
  return item;
};

/** Returns a vendor that still works on the order. After a cancel, it reports a failed order, as fal does. */
function workingVendor(onCancel: () => Promise<void> = async () => {}) {
  const cancelled: string[] = [];
  const vendor: Pick<VideoVendor, 'progress' | 'cancel' | 'supportsWebhook'> = {
    supportsWebhook: true,
    progress: async (): Promise<VideoProgress> =>
      cancelled.length > 0 ? { status: 'failed', code: 'VendorRejectedInput' } : { status: 'working' },
    async cancel(_, requestId) {
      cancelled.push(requestId);
      await onCancel();
    },
  };
  return { cancelled, poll: (now: Date) => pollGeneration(ref, () => vendor, now) };
}

test('before the time limit, the step waits and cancels nothing', async () => {
  const { cancelled, poll } = workingVendor();
  expect(await poll(new Date(orderedAt.getTime() + 60_000))).toMatchObject({ status: 'pending' });
  expect(cancelled).toEqual([]);
});

test.each([false, true])(
  'an overdue video times out and is cancelled after a crash at any call to DynamoDB (crash after the call: %s)',
  async (isAfterCall) => {
    for (let position = 1; ; position++) {
      await createVideo();
      const { cancelled, poll } = workingVendor();
      const endByTimeout = () =>
        poll(overdueAt).catch((error: AppError) => {
          if (error.code !== 'VendorTimeout') throw error;
        });
      const calls = await runWithCrash(position, isAfterCall, endByTimeout);
      await expect(poll(overdueAt), `call ${position}`).rejects.toMatchObject({ code: 'VendorTimeout' });
      expect(await readVideo(), `call ${position}`).toMatchObject({ outcome: { status: 'failed', code: 'VendorTimeout' } });
      expect(new Set(cancelled), `call ${position}`).toEqual(new Set(['r-1']));
      if (calls < position) break;
    }
  },
);

test('a report of the cancelled order does not replace the time-out', async () => {
  const { poll } = workingVendor(async () => {
    await recordOutcome(await readVideo(), { requestId: 'r-1', outcome: { status: 'failed', code: 'VendorRejectedInput' } });
  });
  await expect(poll(overdueAt)).rejects.toMatchObject({ code: 'VendorTimeout' });
  expect(await readVideo()).toMatchObject({ outcome: { status: 'failed', code: 'VendorTimeout' } });
});

test('a success that arrives before the time limit is delivered, and the order is not cancelled', async () => {
  const { cancelled, poll } = workingVendor();
  await recordOutcome(await readVideo(), { requestId: 'r-1', outcome: { status: 'ready', url: 'https://fal.media/video.mp4' } });
  expect(await poll(overdueAt)).toMatchObject({ status: 'ready' });
  expect(cancelled).toEqual([]);
});
