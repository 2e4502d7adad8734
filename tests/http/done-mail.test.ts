/** Tests the mail about ended work, on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoredMail } from '#local/aws/ses/mail.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { OrderedBatch } from '#shared/batch/order.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { readUsesToday, setUsesLeftToday } from '../fixtures/limits.ts';
import { orderRequest } from '../fixtures/order-request.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

/** Options to wait for the job that sends the mails. In tests, this job runs every ten seconds. */
const jobWait = { timeout: 60_000, interval: 250 };

const mailTo = async ({ email }: Seller): Promise<StoredMail[]> => {
  const mails = (await (await fetch(`${cloud.origin}/_local/mail.json`)).json()) as StoredMail[];
  return mails.filter(({ to }) => to === email);
};
const subjectsTo = async (seller: Seller) => (await mailTo(seller)).map(({ subject }) => subject);

async function order(seller: Seller, mail: object, ...prompts: string[]) {
  const { key } = await seller.upload(await createPhoto());
  const request = batchRequest(prompts.map((prompt) => ({ uploadKey: key, prompt })));
  return { batchId: request.batchId, ...(await seller.call('POST', '/api/batches', { ...request, ...mail })) };
}

describe('a batch with a requested mail', () => {
  test('a batch sends the requested mail once, in the requested language, with the final counts and charges', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('not mailed', { kind: 'refuse' });
    const { batchId } = await order(seller, { emailWhenDone: true, language: 'de' }, 'mailed', 'not mailed');
    await seller.until(batchId);
    await expect.poll(() => subjectsTo(seller), jobWait).toEqual(['Ihre Videos: 1 von 2 fertig']);
    const [mail] = await mailTo(seller);
    expect(mail?.text).toContain('Fertig: 1\nFehlgeschlagen: 1\nAbgebrochen: 0\nBerechnet: 1,20\u00a0$');
    expect(mail?.text).toContain(`${cloud.origin}/history`);
    expect(mail?.html).toContain('<html lang="de">');
    expect(await readUsesToday(seller.userId, 'doneMail')).toBe(1);
  });

  test('a batch sends one mail, even if it is ordered several times in parallel', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const request = { ...batchRequest([{ uploadKey: key }]), emailWhenDone: true, language: 'en' };
    await Promise.all([1, 2, 3, 4].map((n) => seller.call('POST', '/api/batches', { ...request, language: n > 2 ? 'en' : 'fr' })));
    await seller.until(request.batchId);
    await expect.poll(async () => (await mailTo(seller)).length, jobWait).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('a batch ends even if its mail cannot be sent, and the job sends the mail once later', async () => {
    const seller = await signIn(cloud.origin);
    const restoreFunctions = ['batch/send-done-mail', 'batch/send-done-mails'].map((entry) => cloud.breakFunction(entry));
    const { batchId } = await order(seller, { emailWhenDone: true, language: 'en' }, 'mailed later');
    expect(await seller.until(batchId)).toMatchObject({ status: 'completed' });
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
    expect(await mailTo(seller)).toEqual([]);
    // The state machine does not send the mail again. The job must send it.
    restoreFunctions[1]?.();
    await expect.poll(() => subjectsTo(seller), jobWait).toEqual(['Your videos: 1 of 1 completed']);
    restoreFunctions[0]?.();
    expect(await readUsesToday(seller.userId, 'doneMail')).toBe(1);
  });

  test('a batch sends one mail if the step that ends the batch crashes and is repeated', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const request = { ...imageRequest(['ends twice'], key), emailWhenDone: true, language: 'en' };
    const restoreFunction = cloud.breakFunction('batch/finish-batch', ({ batchId }) => batchId === request.batchId);
    await seller.call('POST', '/api/batches', request);
    await seller.until<ImageBatchResponse>(request.batchId, ({ items }) => items.every(({ status }) => status === 'completed'));
    expect(await mailTo(seller)).toEqual([]);
    restoreFunction();
    await seller.until(request.batchId);
    await expect.poll(() => subjectsTo(seller), jobWait).toEqual(['Your images: 1 of 1 completed']);
  });

  test('a batch ends without a mail after the daily limit of mails is reached', async () => {
    const seller = await signIn(cloud.origin);
    await setUsesLeftToday(seller.userId, 'doneMail', 1);
    for (const prompt of ['the last mail of today', 'one too many']) {
      const { batchId } = await order(seller, { emailWhenDone: true, language: 'en' }, prompt);
      expect(await seller.until(batchId)).toMatchObject({ status: 'completed' });
      await expect.poll(() => readUsesToday(seller.userId, 'doneMail'), jobWait).toBe(50);
    }
    expect(await mailTo(seller)).toHaveLength(1);
  });
});

test('an order sends one mail after its last batch', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  await cloud.fal.script('the last of the order', clipResponse, { kind: 'late-webhook' });
  const video = (prompt: string) => batchRequest([{ uploadKey: key, prompt }]) as OrderedBatch;
  const request = orderRequest([video('the first of the order'), video('the last of the order')], { emailWhenDone: true, language: 'en' });
  expect(await seller.call('POST', '/api/orders', request)).toMatchObject({ status: 202 });
  const [first = '', last = ''] = request.batches.map(({ batchId }) => batchId);
  await seller.until(first);
  await expect.poll(() => cloud.fal.orders('the last of the order'), jobWait).toBe(1);
  expect(await mailTo(seller)).toEqual([]);
  await cloud.fal.release();
  await seller.until(last);
  await expect.poll(() => subjectsTo(seller), jobWait).toEqual(['Your videos: 2 of 2 completed']);
  expect((await mailTo(seller))[0]?.text).toContain('Charged: $2.40');
});

test('a retry sends a mail only if the seller requests it in the call', async () => {
  const seller = await signIn(cloud.origin);
  await cloud.fal.script('retried with a mail', clipResponse);
  await cloud.fal.scriptOnce('retried with a mail', { kind: 'refuse' });
  const { batchId } = await order(seller, {}, 'retried with a mail');
  expect(await seller.until(batchId)).toMatchObject({ status: 'failed' });
  const id = randomUUID();
  const retry = { batchId: id, emailWhenDone: true, language: 'ja' };
  expect(await seller.call('POST', `/api/batches/${batchId}/retry`, retry)).toMatchObject({ status: 202 });
  await seller.until(id);
  await expect.poll(() => subjectsTo(seller), jobWait).toEqual(['動画：1本中1本が完了']);
});

test.each([{ emailWhenDone: 'yes' }, { emailWhenDone: true, language: 'tlh' }, { language: '__proto__' }])(
  'a batch with %j is refused',
  async (mail) => {
    const seller = await signIn(cloud.origin);
    expect(await order(seller, mail, 'x')).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  },
);
