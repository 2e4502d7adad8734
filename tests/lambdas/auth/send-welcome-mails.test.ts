/** Tests the job that sends the missing welcome mails, with the local tables. No page has requested these mails. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sendWelcomeMails } from '#lambdas/auth/send-welcome-mails.ts';
import { createAccount, readAccount } from '#lambdas/store/accounts.ts';
import { claimOnce } from '#lambdas/store/daily-uses.ts';
import { pendingWelcomes } from '#lambdas/store/pending-welcomes.ts';
import { startTables } from '../../fixtures/tables.ts';

const createdAt = new Date('2026-11-21T08:00:00Z');
const secondsLater = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);
let tables: Awaited<ReturnType<typeof startTables>>;
let userId: string;

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(async () => {
  userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada', language: 'de' }, createdAt);
});

/** Simulates the function that sends a welcome mail once per account. Records the account and the language of each mail. */
function fakeMailer() {
  const sentMails: string[] = [];
  const send = async (id: string, language: string | undefined, now: Date) => {
    if (!(await claimOnce(id, 'welcomeMail', now))) return { sent: false };
    sentMails.push(`${id} ${language}`);
    return { sent: true };
  };
  return { sentMails, send };
}
const listPending = async () => {
  const ids: string[] = [];
  for await (const id of pendingWelcomes(secondsLater(3600))) ids.push(id);
  return ids;
};

test('if no page has requested the mail, the job sends it once, in the language of the first visit', async () => {
  const { sentMails, send } = fakeMailer();
  expect(await sendWelcomeMails(secondsLater(300), send)).toEqual({ sent: 1, settled: 1, failed: 0 });
  expect(sentMails).toEqual([`${userId} de`]);
  expect(await sendWelcomeMails(secondsLater(600), send)).toEqual({ sent: 0, settled: 0, failed: 0 });
  expect(await listPending()).toEqual([]);
});

test('the job waits two minutes, because the page may still request the mail', async () => {
  const { sentMails, send } = fakeMailer();
  expect(await sendWelcomeMails(secondsLater(119), send)).toEqual({ sent: 0, settled: 0, failed: 0 });
  expect(sentMails).toEqual([]);
  await sendWelcomeMails(secondsLater(121), send);
  expect(sentMails).toHaveLength(1);
});

test('the job sends no mail if the page has already requested the mail', async () => {
  const { sentMails, send } = fakeMailer();
  await send(userId, 'fr', secondsLater(2));
  expect(await sendWelcomeMails(secondsLater(300), send)).toEqual({ sent: 0, settled: 1, failed: 0 });
  expect(sentMails).toEqual([`${userId} fr`]);
});

test('the job tries again in its next execution after a crash, and never sends the mail twice', async () => {
  const { sentMails, send } = fakeMailer();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const crash = async (...parameters: Parameters<typeof send>): Promise<{ sent: boolean }> => {
    await send(...parameters);
    throw new Error('The function crashed');
  };
  expect(await sendWelcomeMails(secondsLater(300), crash)).toEqual({ sent: 0, settled: 0, failed: 1 });
  vi.restoreAllMocks();
  expect(await listPending()).toEqual([userId]);
  await sendWelcomeMails(secondsLater(600), send);
  expect(await listPending()).toEqual([]);
  expect(sentMails).toHaveLength(1);
});

test('the job does not process an account without the welcome bonus', async () => {
  await sendWelcomeMails(secondsLater(300), fakeMailer().send);
  await createAccount({ userId: randomUUID(), email: 'bo@example.com', name: 'Bo', bonusPersonId: null }, createdAt);
  expect(await listPending()).toEqual([]);
});

test('the job does not change the account', async () => {
  await sendWelcomeMails(secondsLater(300), fakeMailer().send);
  expect(await readAccount(userId)).toMatchObject({ credits: 500, available: 500, language: 'de' });
});
