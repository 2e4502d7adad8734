/**
 * Twenty sellers with ten videos each share four slots. At most four orders run at the same time, each seller gets a fair share, and
 * nothing polls.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repairSlots } from '#lambdas/batch/repair-slots.ts';
import { readSpend, setStop } from '#lambdas/store/installation.ts';
import { readLane, setSlots } from '#lambdas/store/slots.ts';
import { ticketsOf } from '#lambdas/store/tickets.ts';
import type { LaneName } from '#shared/admission/lanes.ts';
import type { BatchResponse } from '#shared/batch/api.ts';
import { clipResponse, startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { falRequests } from '../fixtures/fal-requests.ts';
import { grant } from '../fixtures/grant.ts';
import { type Seller, signIn } from '../fixtures/seller.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { waitUntil } from '../fixtures/until.ts';

const lane: LaneName = 'fal#veo3-fast';
const sellerCount = 20;
const itemCount = 10;
const slots = 4;
const endMsMax = 800_000;
const pollMs = 2_000;

const folder = temporaryFolder('fair-slots');
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ home: folder.path });
});
afterAll(async () => {
  await cloud?.stop();
  folder.remove();
});

/** Reads the lane until all work has ended, and returns the highest number of occupied slots. */
async function observe(isEnded: () => boolean): Promise<{ inUseMax: number; idleWhileWaiting: number }> {
  let [inUseMax, idleWhileWaiting] = [0, 0];
  let idleReads = 0;
  while (!isEnded()) {
    const { inUse } = await readLane(lane);
    inUseMax = Math.max(inUseMax, inUse);
    let waiting = 0;
    for await (const { queueKey } of ticketsOf(lane)) if (queueKey) waiting += 1;
    // A ticket may be written just before it is admitted. So only a lane that stays idle is a defect.
    idleReads = inUse < slots && waiting > slots - inUse ? idleReads + 1 : 0;
    idleWhileWaiting = Math.max(idleWhileWaiting, idleReads);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { inUseMax, idleWhileWaiting };
}

async function waitingSellerCount(): Promise<number> {
  const userIds = new Set<string>();
  for await (const { userId } of ticketsOf(lane)) userIds.add(userId);
  return userIds.size;
}

test('twenty sellers with ten videos each share four slots fairly', { timeout: 900_000 }, async () => {
  await cloud.fal.script('', { ...clipResponse, afterMs: 200 });
  await setSlots(lane, slots);
  const sellers = await Promise.all(Array.from({ length: sellerCount }, () => signIn(cloud.origin)));
  for (const { userId } of sellers) await grant(userId, 10_000);
  const runSeller = async (seller: Seller, index: number): Promise<BatchResponse> => {
    const { batchId, status, body } = await seller.run(Array.from({ length: itemCount }, (_, item) => `seller ${index} video ${item}`));
    expect({ status, body }).toMatchObject({ status: 202 });
    return seller.until(batchId, ({ status: state }) => state !== 'running', endMsMax, pollMs);
  };
  // When the first slot becomes free, all sellers are waiting. So the order of the requests shows how the slots are shared.
  await setStop({ at: new Date(), reason: 'Until all sellers wait' });
  const work = Promise.all(sellers.map(runSeller));
  await waitUntil(waitingSellerCount, (count) => count === sellerCount);
  await setStop(undefined);
  let isEnded = false;
  const observation = observe(() => isEnded);
  await repairSlots(new Date());
  const batches = await work;
  isEnded = true;
  const { inUseMax, idleWhileWaiting } = await observation;

  for (const { counters } of batches) expect(counters).toMatchObject({ total: itemCount, completed: itemCount, failed: 0 });
  expect(inUseMax).toBe(slots);
  expect(idleWhileWaiting).toBeLessThan(20);
  // If the requests ran in the order of their arrival, the last seller would wait for the 190 videos of the others.
  const numbers = falRequests(folder.path).map(({ input: { prompt } }) => Number(/^seller (\d+) /.exec(prompt)?.[1]));
  for (let seller = 0; seller < sellerCount; seller++)
    expect(numbers.indexOf(seller), `seller ${seller}`).toBeLessThan(sellerCount + slots);
  expect(await cloud.fal.orders('')).toBe(sellerCount * itemCount);
  expect(await readLane(lane)).toMatchObject({ inUse: 0 });
  for await (const ticket of ticketsOf(lane)) throw new Error(`A ticket remains: ${JSON.stringify(ticket)}`);
  expect(await repairSlots(new Date())).toEqual({ tickets: 0, returned: 0, continued: 0 });
  expect(await readSpend(new Date())).toBeGreaterThan(0);
  for (const seller of sellers) {
    const { credits, available } = await seller.profile();
    expect(available).toBe(credits);
  }
});
