/** Kills the whole local cloud before, during and after the transaction that accepts an order of three batches. */
import { expect, test } from 'vitest';
import type { StoredMail } from '#local/aws/ses/mail.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { OrderedBatch } from '#shared/batch/order.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { kill, startCloudProcess } from '../fixtures/kill-many.ts';
import { orderRequest } from '../fixtures/order-request.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { reserveSitePort } from '../fixtures/site-port.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { waitUntil } from '../fixtures/until.ts';

/** Times from the call to the kill. A call takes several hundred milliseconds, and each of its writes takes a few milliseconds. */
const killsAfterMs = [40, 120, 200, 280, 360, 440, 600, 900];
const randomPauseMsMax = 40;

const statusesOf = (seller: Seller, batchIds: string[]) =>
  Promise.all(batchIds.map(async (batchId) => (await seller.call('GET', `/api/batches/${batchId}`)).status));

test('after a kill at any time, an order exists completely or not at all, and its items are made and charged once', async () => {
  const folder = temporaryFolder('order-kill');
  const { port, release } = await reserveSitePort();
  const origin = `http://localhost:${port}`;
  let cloud = await startCloudProcess(folder.path, port);
  const outcomes: string[] = [];
  try {
    for (const afterMs of killsAfterMs) {
      const seller = await signIn(origin);
      const { key } = await seller.upload(await createPhoto());
      const batches = ['a', 'b', 'c'].map((prompt) => imageRequest([prompt], key) as OrderedBatch);
      const order = orderRequest(batches, { emailWhenDone: true, language: 'en' });
      const batchIds = order.batches.map(({ batchId }) => batchId);
      const call = seller.call('POST', '/api/orders', order).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, afterMs + Math.random() * randomPauseMsMax));
      expect(await kill(cloud.child)).toEqual([]);
      const response = await call;
      cloud = await startCloudProcess(folder.path, port);

      const statuses = new Set(await statusesOf(seller, batchIds));
      expect(statuses.size, `killed after ${afterMs} ms: only a part of the order exists`).toBe(1);
      if (response?.status === 202) expect([...statuses]).toEqual([200]);
      outcomes.push(statuses.has(200) ? 'whole' : 'nothing');
      if (statuses.has(404)) expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
      expect(await seller.call('POST', '/api/orders', order)).toMatchObject({ status: 202, body: { total: 0.15 } });
      for (const batchId of batchIds) expect(await seller.until<ImageBatchResponse>(batchId)).toMatchObject({ status: 'completed' });
      expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
      const charges = (await seller.transactions()).filter(({ type }) => type === 'deduction');
      expect(charges.map(({ batch_id }) => batch_id).sort()).toEqual([...batchIds].sort());
      const mails = await waitUntil(
        async () => (await mailsTo(origin, seller)).filter(({ subject }) => !subject.startsWith('Welcome')),
        (all) => all.length > 0,
      );
      expect(mails.map(({ subject }) => subject)).toEqual(['Your images: 3 of 3 completed']);
    }
    expect(
      await waitUntil(
        () => cloud.ask('openHolds'),
        (ids) => ids.length === 0,
      ),
    ).toEqual([]);
    // On a slow machine, all kills may have the same outcome.
    expect(outcomes.length).toBe(killsAfterMs.length);
  } finally {
    await kill(cloud.child);
    await release();
    folder.remove();
  }
}, 900_000);

const mailsTo = async (origin: string, { email }: Seller): Promise<StoredMail[]> =>
  ((await (await fetch(`${origin}/_local/mail.json`)).json()) as StoredMail[]).filter(({ to }) => to === email);
