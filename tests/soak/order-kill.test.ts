/** Kills the whole local cloud while an order of three batches is accepted and started, before, at and after its commit. */
import { expect, test } from 'vitest';
import type { StoredMail } from '#local/aws/ses/mail.ts';
import { freePort } from '#local/plumbing/free-port.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { OrderedBatch } from '#shared/batch/order.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { kill, startLife } from '../fixtures/kill-many.ts';
import { orderRequest } from '../fixtures/order-request.ts';
import { photo, type Seller, signIn } from '../fixtures/seller.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Times from the call to the kill. A call takes some hundred milliseconds, and each of its writes a few. */
const killsAfterMs = [40, 120, 200, 280, 360, 440, 600, 900];
const lotMsMax = 40;
const patienceMs = 120_000;

const statusesOf = (seller: Seller, batchIds: string[]) =>
  Promise.all(batchIds.map(async (batchId) => (await seller.call('GET', `/api/batches/${batchId}`)).status));

test('an order that is killed at any moment exists as a whole or not at all, and is made and paid once', async () => {
  const folder = temporaryFolder('order-kill');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let life = await startLife(folder.path, port);
  const found: string[] = [];
  try {
    for (const afterMs of killsAfterMs) {
      const seller = await signIn(origin);
      const { key } = await seller.upload(await photo());
      const batches = ['a', 'b', 'c'].map((prompt) => imageRequest([prompt], key) as OrderedBatch);
      const order = orderRequest(batches, { emailWhenDone: true, language: 'en' });
      const batchIds = order.batches.map(({ batchId }) => batchId);
      const placed = seller.call('POST', '/api/orders', order).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, afterMs + Math.random() * lotMsMax));
      expect(await kill(life.child)).toEqual([]);
      const answer = await placed;
      life = await startLife(folder.path, port);

      const statuses = new Set(await statusesOf(seller, batchIds));
      expect(statuses.size, `${afterMs} ms: a part of the order exists`).toBe(1);
      if (answer?.status === 202) expect([...statuses]).toEqual([200]);
      found.push(statuses.has(200) ? 'whole' : 'nothing');
      if (statuses.has(404)) expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
      expect(await seller.call('POST', '/api/orders', order)).toMatchObject({ status: 202, body: { total: 0.15 } });
      for (const batchId of batchIds) expect(await seller.until<ImageBatchResponse>(batchId)).toMatchObject({ status: 'completed' });
      expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
      const charges = (await seller.transactions()).filter(({ type }) => type === 'deduction');
      expect(charges.map(({ batch_id }) => batch_id).sort()).toEqual([...batchIds].sort());
      const mails = await until(
        () => mailsTo(origin, seller),
        (all) => all.length > 0,
      );
      expect(mails.map(({ subject }) => subject)).toEqual(['Your images: 3 of 3 completed']);
    }
    expect(
      await until(
        () => life.ask('openHolds'),
        (ids) => ids.length === 0,
      ),
    ).toEqual([]);
    // On a slow machine, one of the two may be missing.
    expect(found.length).toBe(killsAfterMs.length);
  } finally {
    await kill(life.child);
    folder.remove();
  }
}, 900_000);

const mailsTo = async (origin: string, { email }: Seller): Promise<StoredMail[]> =>
  ((await (await fetch(`${origin}/_local/mail.json`)).json()) as StoredMail[]).filter(({ to }) => to === email);

async function until<Value>(read: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  for (const deadline = Date.now() + patienceMs; ; ) {
    const value = await read();
    if (isSo(value)) return value;
    if (Date.now() > deadline) throw new Error(`The state was not reached in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
