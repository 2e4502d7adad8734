/** Tests the step that orders a video, with the local tables and storage: outages of DynamoDB and a cancel after the vendor's response. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdmittedItemRef } from '#lambdas/platform/task.ts';
import { changeItem, putItems, readItem } from '#lambdas/store/batches.ts';
import { putObject } from '#lambdas/store/objects.ts';
import type { VideoVendor } from '#lambdas/vendors/video-port.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { prepareOutage } from '../../fixtures/outage.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

const now = new Date('2026-11-21T08:00:00Z');
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** The module is imported after the address of the storage is set, because the storage client reads the address only once. */
let startGeneration: typeof import('#lambdas/video/start-generation.ts')['startGeneration'];
beforeAll(async () => {
  store = await startTablesAndStorage();
  ({ startGeneration } = await import('#lambdas/video/start-generation.ts'));
});
afterAll(() => store.stop());

let ref: AdmittedItemRef;
beforeEach(createVideo);

/** Creates a video whose frame is stored and that is not ordered yet. */
async function createVideo(): Promise<void> {
  const { items } = createBatchRows(randomUUID(), [360], now);
  const [item] = items;
  if (!item) throw new Error('The batch has no item.');
  const frameKey = `frames/${item.userId}/frame.jpg`;
  await putObject(frameKey, Buffer.from('frame'), 'image/jpeg');
  const plan = { modelAspectRatio: '9:16' } as NonNullable<typeof item.plan>;
  await putItems([{ ...item, frameKey, plan }], 'hash');
  ref = { userId: item.userId, batchId: item.batchId, itemId: item.itemId, index: item.index, admittedAt: now.toISOString() };
}

/** Returns a vendor that accepts each order. `onAccepted` runs before the vendor responds. */
function acceptingVendor(onAccepted: (requestId: string) => unknown) {
  const requestIds: string[] = [];
  const vendor: VideoVendor = {
    name: 'gemini',
    supportsWebhook: false,
    prepare: async () => {},
    async start() {
      const requestId = `order-${randomUUID()}`;
      requestIds.push(requestId);
      await onAccepted(requestId);
      return { requestId };
    },
    progress: async () => ({ status: 'working' }),
    cancel: async () => {},
    uploadPhoto: async () => 'photo',
    resultAt: (url) => url,
    owns: () => true,
    headersFor: async () => ({}),
  };
  return { requestIds, vendor };
}

test('the id of an order is stored although a call to DynamoDB fails after the response of the vendor', async () => {
  for (let position = 1; ; position++) {
    await createVideo();
    const outage = prepareOutage(position);
    const { requestIds, vendor } = acceptingVendor(outage.start);
    const calls = await startGeneration(ref, vendor, now).then(outage.end, outage.end);
    expect(requestIds, `call ${position}`).toHaveLength(1);
    expect(await readItem(ref.userId, ref.batchId, ref.index), `call ${position}`).toMatchObject({ requestId: requestIds[0] });
    if (calls < position) break;
  }
});

test('an order that is accepted after the cancel of its item can be stopped, because its id is stored', async () => {
  const { requestIds, vendor } = acceptingVendor(() => changeItem(ref, { set: { cancelRequestedAt: now.toISOString() } }));
  await expect(startGeneration(ref, vendor, now)).rejects.toMatchObject({ code: 'Cancelled' });
  expect(await readItem(ref.userId, ref.batchId, ref.index)).toMatchObject({ requestId: requestIds[0] });
});
