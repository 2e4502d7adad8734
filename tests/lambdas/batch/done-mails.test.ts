/**
 * Tests the mails about ended work with the local tables: each mail is sent at most once, and an account receives only a limited number of
 * mails per day. `fakeMailer` replaces SES.
 */
import { randomUUID } from 'node:crypto';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { finishBatch } from '#lambdas/batch/finish-batch.ts';
import { sendDoneMail } from '#lambdas/batch/send-done-mail.ts';
import { sendDoneMails } from '#lambdas/batch/send-done-mails.ts';
import { startBatch } from '#lambdas/batch/start-batch.ts';
import { startOrder } from '#lambdas/batch/start-order.ts';
import { AwsError } from '#lambdas/platform/aws-request.ts';
import { requestDeletion } from '#lambdas/store/account-deletions.ts';
import { createAccount, readAccount } from '#lambdas/store/accounts.ts';
import type { Item, StoredVideo } from '#lambdas/store/batch-rows.ts';
import { changeItem } from '#lambdas/store/batches.ts';
import { claimDoneMail, doneMailAttemptsMax, doneMailPartition, openDoneMails, readDoneMail } from '#lambdas/store/done-mails.ts';
import { captureItem, releaseItem } from '#lambdas/store/ledger.ts';
import type { Message, sendMail } from '#lambdas/vendors/ses.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { readUsesToday, setUsesLeftToday } from '../../fixtures/limits.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date();
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
vi.mock('#lambdas/platform/aws-request.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  sendToAws: async () => ({ Parameter: { Value: 'https://vitrine.example' } }),
}));
const states = mockClient(SFNClient);
const result: StoredVideo = {
  ...{ key: 'results/a.mp4', posterKey: 'results/a.jpg', codec: 'h264' },
  ...{ width: 720, height: 1280, sizeBytes: 1000, seconds: 8 },
};

let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;
beforeAll(async () => {
  tables = await startTables();
  process.env.VIDEO_BATCH_MACHINE_ARN = 'arn:aws:states:us-east-1:000000000000:stateMachine:Videos';
});
afterAll(async () => {
  states.restore();
  delete process.env.VIDEO_BATCH_MACHINE_ARN;
  await tables.stop();
});
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  states.on(StartExecutionCommand).resolves({});
  userId = randomUUID();
  await createAccount({ userId, email: `${userId}@example.com`, name: 'Ada', language: 'fr' }, now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const user = () => ({ userId, person: userId, tier: 'paid' as const, address: '127.0.0.1' });

/** Creates one batch for each list of costs, and requests a mail. Several batches form one order. */
async function orderWithMail(costs: number[][], mail: object = { emailWhenDone: true, language: 'en' }) {
  const parts = costs.map((batchCosts) => createBatchRows(userId, batchCosts, now));
  const [first] = parts;
  const orderId = costs.length > 1 ? randomUUID() : undefined;
  const common = { user: user(), requestMils: () => 0, mail };
  const request = { costs, id: randomUUID() };
  if (orderId) {
    const batches = parts.map(({ batch, items }) => ({ batchId: batch.batchId, kind: 'video' as const, items: () => items }));
    await startOrder({ ...common, orderId, request, batches }, now);
  } else if (first)
    await startBatch({ ...common, batchId: first.batch.batchId, kind: 'video', request, items: async () => first.items }, now);
  const pk = doneMailPartition({ userId, batchId: first?.batch.batchId ?? '', ...(orderId && { orderId }) });
  return { pk, parts };
}

type FinalStatus = 'completed' | 'failed' | 'cancelled';
async function endWith({ batch, items }: { batch: { batchId: string }; items: Item[] }, statuses: FinalStatus[]) {
  for (const [index, status] of statuses.entries()) {
    const item = items[index] as Item;
    if (status === 'completed') {
      await changeItem(item, { set: { status: 'generating', result } });
      await captureItem(item, now);
    } else await releaseItem(item, { status, errorCode: status === 'failed' ? 'VendorTimeout' : 'Cancelled' }, now);
  }
  return finishBatch({ userId, batchId: batch.batchId }, now);
}

/** Records the mails. If errors are given, the first calls fail with these errors. */
function fakeMailer(...failures: Error[]) {
  const sentMails: (Message & { to: string })[] = [];
  const send: typeof sendMail = async (to, message) => {
    const failure = failures.shift();
    if (failure) throw failure;
    sentMails.push({ to, ...message });
    return true;
  };
  return { sentMails, send };
}
const throttleError = () => new AwsError('TooManyRequestsException', 'No', 429);
const lostResponse = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const listOpenMails = async () => {
  const mailKeys: string[] = [];
  for await (const pk of openDoneMails()) if (pk.startsWith(userId)) mailKeys.push(pk);
  return mailKeys;
};

describe('a mail about a batch', () => {
  test('a mail about a batch has the counts, the charge and the link, and goes to the address of the account', async () => {
    const { pk, parts } = await orderWithMail([[120, 120, 100, 60]]);
    const [part] = parts;
    expect(part && (await endWith(part, ['completed', 'completed', 'failed', 'cancelled']))).toEqual({
      ended: true,
      mail: true,
      order: false,
    });
    const { sentMails, send } = fakeMailer();
    expect(await sendDoneMail(pk, now, send)).toBe('sent');
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]).toMatchObject({ to: `${userId}@example.com`, subject: 'Your videos: 2 of 4 completed' });
    expect(sentMails[0]?.text).toContain(
      'Hi Ada,\n\nYour batch of 4 videos is done. Here’s the result:\n\nCompleted: 2\nFailed: 1\nCancelled: 1\nCharged: $2.40',
    );
    expect(sentMails[0]?.text).toContain('Open history: https://vitrine.example/history');
    expect(sentMails[0]?.html).toContain('href="https://vitrine.example/history"');
    expect(await listOpenMails()).toEqual([]);
    expect(await readUsesToday(userId, 'doneMail')).toBe(1);
  });

  test('a mail is sent once, even if many parallel and later executions try to send it', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    const { sentMails, send } = fakeMailer();
    await Promise.all(Array.from({ length: 8 }, () => sendDoneMail(pk, now, send)));
    for (const minutes of [0, 5, 60]) await sendDoneMails(minutesLater(minutes), (mailKey, time) => sendDoneMail(mailKey, time, send));
    expect(sentMails).toHaveLength(1);
    expect(await readUsesToday(userId, 'doneMail')).toBe(1);
  });

  test('a mail is not sent while the batch runs', async () => {
    const { pk } = await orderWithMail([[120]]);
    const { sentMails, send } = fakeMailer();
    expect(await sendDoneMail(pk, now, send)).toBe('waiting');
    expect(sentMails).toEqual([]);
    expect(await listOpenMails()).toEqual([pk]);
  });

  test.each([[{}], [{ emailWhenDone: false, language: 'de' }], [{ language: 'de' }]])(
    'a mail is not created if the request contains %j',
    async (mail) => {
      const { pk, parts } = await orderWithMail([[120]], mail);
      expect(await endWith(parts[0] as never, ['completed'])).toEqual({ ended: true, mail: false, order: false });
      expect(await readDoneMail(pk)).toBeUndefined();
      expect(await sendDoneMail(pk, now, fakeMailer().send)).toBe('settled');
    },
  );

  test('a mail is in the language of the first visit if the request has no language', async () => {
    const { pk, parts } = await orderWithMail([[120]], { emailWhenDone: true });
    await endWith(parts[0] as never, ['failed']);
    const { sentMails, send } = fakeMailer();
    await sendDoneMail(pk, now, send);
    expect(sentMails[0]?.html).toContain('<html lang="fr">');
    expect(sentMails[0]?.text).toContain('Débité: 0,00');
  });
});

test('the mail about an order is sent after its last batch, with the sums of all batches', async () => {
  const { pk, parts } = await orderWithMail([[100], [50, 30], [20]]);
  const { sentMails, send } = fakeMailer();
  for (const [number, statuses] of ([['completed'], ['completed', 'failed']] as FinalStatus[][]).entries()) {
    await endWith(parts[number] as never, statuses);
    expect(await sendDoneMail(pk, now, send)).toBe('waiting');
  }
  await endWith(parts[2] as never, ['cancelled']);
  await Promise.all([sendDoneMail(pk, now, send), sendDoneMail(pk, now, send), sendDoneMail(pk, now, send)]);
  expect(sentMails).toHaveLength(1);
  expect(sentMails[0]?.text).toContain('Completed: 2\nFailed: 1\nCancelled: 1\nCharged: $1.50');
});

describe('a mail that SES refuses', () => {
  test('a mail that SES refuses is sent again, and delivered once', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    const { sentMails, send } = fakeMailer(throttleError(), throttleError());
    await expect(sendDoneMail(pk, now, send)).rejects.toThrow();
    expect(await readUsesToday(userId, 'doneMail')).toBe(0);
    const runJob = (minutes: number) => sendDoneMails(minutesLater(minutes), (mailKey, time) => sendDoneMail(mailKey, time, send));
    expect(await runJob(5)).toMatchObject({ sent: 0, failed: 1 });
    expect(await runJob(10)).toMatchObject({ sent: 1, failed: 0 });
    expect(sentMails).toHaveLength(1);
    expect(await readAccount(userId)).toMatchObject({ credits: 380, available: 380, activeBatches: 0 });
  });

  test('a mail that SES refuses is not sent again after the last attempt', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    const { sentMails, send } = fakeMailer(...Array.from({ length: doneMailAttemptsMax }, throttleError));
    for (let attempt = 1; attempt < doneMailAttemptsMax; attempt++) await expect(sendDoneMail(pk, now, send)).rejects.toThrow();
    expect(await sendDoneMail(pk, now, send)).toBe('failed');
    expect(await sendDoneMail(pk, now, send)).toBe('settled');
    expect(sentMails).toEqual([]);
    expect(await listOpenMails()).toEqual([]);
  });
});

describe('a mail that SES may have sent', () => {
  test('a mail is not sent again after a lost response', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    const { sentMails, send } = fakeMailer(lostResponse());
    expect(await sendDoneMail(pk, now, send)).toBe('unknown');
    expect(await sendDoneMail(pk, minutesLater(60), send)).toBe('settled');
    expect(sentMails).toEqual([]);
    expect(await readUsesToday(userId, 'doneMail')).toBe(1);
  });

  test('a mail is not sent again after a crash between the claim and the response', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    await claimDoneMail(pk, now);
    const { sentMails, send } = fakeMailer();
    expect(await sendDoneMail(pk, minutesLater(5), send)).toBe('waiting');
    expect(await sendDoneMail(pk, minutesLater(16), send)).toBe('unknown');
    expect(sentMails).toEqual([]);
    expect(await listOpenMails()).toEqual([]);
  });
});

describe('a mail that is not sent', () => {
  test('no mail is sent to an account that is being deleted', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    await requestDeletion(userId, 'ada', now);
    const { sentMails, send } = fakeMailer();
    expect(await sendDoneMail(pk, now, send)).toBe('skipped');
    expect(sentMails).toEqual([]);
    expect(await listOpenMails()).toEqual([]);
  });

  test('a mail above the daily limit of the account is not sent on that day or on the next day', async () => {
    await setUsesLeftToday(userId, 'doneMail', 1);
    const mails = [await orderWithMail([[120]]), await orderWithMail([[120]])];
    for (const { parts } of mails) await endWith(parts[0] as never, ['completed']);
    const { sentMails, send } = fakeMailer();
    const results = [];
    for (const { pk } of mails) results.push(await sendDoneMail(pk, now, send));
    expect(results).toEqual(['sent', 'skipped']);
    await sendDoneMails(minutesLater(24 * 60), (mailKey, time) => sendDoneMail(mailKey, time, send));
    expect(sentMails).toHaveLength(1);
  });

  test('no mail is sent without a configured sender', async () => {
    const { pk, parts } = await orderWithMail([[120]]);
    await endWith(parts[0] as never, ['completed']);
    expect(await sendDoneMail(pk, now, async () => false)).toBe('skipped');
    expect(await listOpenMails()).toEqual([]);
  });
});
