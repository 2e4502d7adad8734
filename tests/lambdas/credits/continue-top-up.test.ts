/**
 * Tests the automatic top-up of an account with the local tables: refused payments, lost responses, parallel runs, and a crash at each call
 * of DynamoDB. The vendor in memory charges each attempt at most once, as Stripe does with an idempotency key.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { continueTopUp } from '#lambdas/credits/continue-top-up.ts';
import { saveCard } from '#lambdas/credits/save-card.ts';
import { accountKey, createAccount, readAccount, sumOfLedger } from '#lambdas/store/accounts.ts';
import { accountsToTopUp, writeAutoTopUp } from '#lambdas/store/auto-top-ups.ts';
import { openDoneMails, readDoneMail } from '#lambdas/store/done-mails.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { CardCharge, ChargeOutcome } from '#lambdas/vendors/payment-port.ts';
import { type AutoTopUp, newAutoTopUp, type SavedCard, type StopReason } from '#shared/credits/auto-top-up.ts';
import { findViolations, signupBonusCents } from '#shared/credits/ledger.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const card: SavedCard = { customerId: 'cus_1', paymentMethodId: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2028 };
const settings: AutoTopUp = { ...newAutoTopUp, isOn: true, threshold: 1000, amount: 5000, monthlyLimit: 9000, card };

let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

let userId: string;
beforeEach(async () => {
  userId = randomUUID();
  await createAccount({ userId, email: `${userId}@example.com`, name: 'Ada', language: 'de' }, now);
  await writeAutoTopUp({ userId }, settings);
});

const read = async () => {
  const account = await readAccount(userId);
  if (!account?.autoTopUp) throw new Error('The account has no automatic top-up');
  return { ...account, autoTopUp: account.autoTopUp };
};
const setField = (name: string, value: unknown) =>
  dynamo().send(
    new UpdateCommand({
      ...accountKey(userId),
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

/** Returns the outcomes of all mails of this account. */
async function mails(): Promise<string[]> {
  const outcomes: string[] = [];
  for await (const pk of openDoneMails()) {
    const mail = await readDoneMail(pk);
    if (mail?.userId === userId) outcomes.push(mail.topUp?.outcome ?? 'none');
  }
  return outcomes;
}

type Reply = StopReason | 'paid' | 'processing' | 'lost';

/** Returns a vendor that gives these replies. A lost reply charges the card, but the caller gets no response. */
function fakeVendor(...replies: Reply[]) {
  const requests: CardCharge[] = [];
  const pages: string[] = [];
  const deleted: string[] = [];
  const charged = new Map<string, ChargeOutcome>();
  const paidOutcome = ({ id, userId: payer, credits, price }: CardCharge): ChargeOutcome => ({
    status: 'paid',
    checkout: { sessionId: `pi_${id}`, paymentId: `pi_${id}`, userId: payer, credits, price, paid: price, status: 'paid' },
  });
  const vendor = {
    async chargeCard(charge: CardCharge): Promise<ChargeOutcome> {
      requests.push(charge);
      const known = charged.get(charge.id);
      if (known) return known;
      if (!charge.mayCharge) return { status: 'unknown' };
      const reply = replies.shift() ?? 'paid';
      if (reply === 'processing') return { status: 'processing' };
      charged.set(charge.id, reply === 'paid' || reply === 'lost' ? paidOutcome(charge) : { status: reply });
      if (reply === 'lost') throw new Error('The response was lost');
      return charged.get(charge.id) as ChargeOutcome;
    },
    async createCheckout({ idempotencyKey }: { idempotencyKey: string }) {
      pages.push(idempotencyKey);
      return { url: `https://checkout.example/${pages.length}` };
    },
    async deleteCustomer(customerId: string) {
      deleted.push(customerId);
    },
  };
  const run = (at = now) => continueTopUp(userId, at, { vendor, readSiteOrigin: async () => 'https://vitrine.example' });
  return { run, requests, pages, deleted, charged };
}

async function expectConsistent(credits: number): Promise<void> {
  const account = await read();
  expect(account).toMatchObject({ credits, available: credits });
  expect(findViolations(account, await sumOfLedger(userId))).toEqual([]);
}

describe('nothing is charged', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['while the balance is high enough', () => writeAutoTopUp({ userId }, { ...settings, revision: 1, threshold: 500 })],
    ['while the top-up is off', () => writeAutoTopUp({ userId }, { ...settings, revision: 1, isOn: false })],
    ['for an account with a debt', () => setField('debt', 1)],
    ['for an account that is being deleted', () => setField('closing_at', now.toISOString())],
    ['above the limit of the month', () => writeAutoTopUp({ userId }, { ...settings, revision: 1, monthlyLimit: 4499 })],
  ])('%s', async (_, prepare) => {
    await prepare();
    const { run, requests } = fakeVendor();
    await run();
    expect(requests).toEqual([]);
    expect((await read()).credits).toBe(signupBonusCents);
  });

  test('if the settings change before the attempt is written', async () => {
    const { run, requests } = fakeVendor();
    const { autoTopUp } = await read();
    await writeAutoTopUp({ userId }, { ...autoTopUp, isOn: false });
    // A write with the earlier revision is refused.
    expect(await writeAutoTopUp({ userId }, { ...autoTopUp, threshold: 50_000 }, { only: 'start' })).toBe(false);
    await run();
    expect(requests).toEqual([]);
  });
});

test('a paid top-up adds the credits once and writes one mail', async () => {
  const { run, requests } = fakeVendor();
  await run();
  await run();
  expect(requests).toMatchObject([
    { credits: 5000, price: 4500, isRepeated: false, mayCharge: true, customerId: 'cus_1', paymentMethodId: 'pm_1' },
  ]);
  await expectConsistent(signupBonusCents + 5000);
  expect(await mails()).toEqual(['paid']);
  const { autoTopUp, tier } = await read();
  expect(autoTopUp).toMatchObject({ isOn: true, spent: { month: '2026-11', price: 4500 } });
  expect(autoTopUp.attempt).toBeUndefined();
  expect(tier).toBe('paid');
});

test.each(['declined', 'authentication'] as const)(
  'after the outcome %s, nothing is charged, the top-up is off, and a mail leads to a payment page',
  async (outcome) => {
    const { run, requests, pages } = fakeVendor(outcome);
    await run();
    await run(minutesLater(60));
    expect(requests).toHaveLength(1);
    expect(pages).toHaveLength(1);
    await expectConsistent(signupBonusCents);
    expect(await mails()).toEqual([outcome]);
    expect((await read()).autoTopUp).toMatchObject({ isOn: false, stopReason: outcome, spent: { price: 0 } });
  },
);

test('after a lost response, the next run finds the payment and adds the credits once', async () => {
  const { run, requests, charged } = fakeVendor('lost');
  await run();
  expect((await read()).autoTopUp.attempt).toMatchObject({ requests: 1 });
  await run(new Date(now.getTime() + 59_000));
  expect(requests).toHaveLength(1);
  await run(minutesLater(1));
  expect(requests).toMatchObject([{ isRepeated: false }, { isRepeated: true }]);
  expect(requests[0]?.id).toBe(requests[1]?.id);
  expect(charged.size).toBe(1);
  await expectConsistent(signupBonusCents + 5000);
});

test('a payment that is still processing is not repeated with another id', async () => {
  const { run, requests } = fakeVendor('processing', 'processing', 'paid');
  for (const minutes of [0, 1, 3]) await run(minutesLater(minutes));
  expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
  await expectConsistent(signupBonusCents + 5000);
});

test('20 hours after its start, an attempt without a payment ends without a charge', async () => {
  const { run, requests } = fakeVendor('processing');
  await run();
  await run(minutesLater(20 * 60));
  expect(requests.at(-1)).toMatchObject({ mayCharge: false, isRepeated: true });
  expect((await read()).autoTopUp).toMatchObject({ isOn: false, stopReason: 'unknown', spent: { price: 0 } });
  expect(await mails()).toEqual(['unknown']);
});

test('if the deletion of an account starts during a payment, the card is not charged again, and is deleted', async () => {
  const { run, requests, deleted } = fakeVendor('processing');
  await run();
  await setField('closing_at', now.toISOString());
  await run(minutesLater(1));
  expect(requests.at(-1)).toMatchObject({ mayCharge: false });
  expect(deleted).toEqual(['cus_1']);
  expect((await read()).autoTopUp).toMatchObject({ oldCustomerIds: [] });
});

test('parallel runs charge the card once', async () => {
  const { run, requests, charged } = fakeVendor();
  const results = await Promise.allSettled([run(), run(), run(), run(), run()]);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'LedgerConflict' });
  expect(charged.size).toBe(1);
  expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
  await run(minutesLater(5));
  await expectConsistent(signupBonusCents + 5000);
  expect(await mails()).toEqual(['paid']);
});

test('the limit of the month is exact, and the seller is told once', async () => {
  const { run, charged } = fakeVendor();
  for (let round = 0; round < 4; round++) {
    await run();
    // The seller orders work for all credits.
    await setField('available', 0);
  }
  expect(charged.size).toBe(2);
  expect((await mails()).sort()).toEqual(['limit', 'paid', 'paid']);
});

test.each([false, true])(
  'a crash at any call of DynamoDB charges the card once and credits it once (after the call: %s)',
  async (isAfterCall) => {
    for (let position = 1; ; position++) {
      userId = randomUUID();
      await createAccount({ userId, email: `${userId}@example.com`, name: 'Ada' }, now);
      await writeAutoTopUp({ userId }, settings);
      const { run, charged } = fakeVendor();
      const calls = await runWithCrash(position, isAfterCall, () => run());
      for (const minutes of [5, 30]) await run(minutesLater(minutes));
      expect({ position, charges: charged.size }).toEqual({ position, charges: 1 });
      await expectConsistent(signupBonusCents + 5000);
      expect(await mails()).toEqual(['paid']);
      expect((await read()).autoTopUp.spent.price).toBe(4500);
      if (calls < position) break;
    }
  },
);

describe('a saved card', () => {
  const other = { ...card, customerId: 'cus_2', last4: '4444' };

  test('replaces the earlier card once, and the customer of the earlier card is deleted', async () => {
    await writeAutoTopUp({ userId }, { ...settings, revision: 1, setupId: 'setup-1', threshold: 100 });
    await saveCard({ userId, setupId: 'setup-1', card: other });
    await saveCard({ userId, setupId: 'setup-1', card: other });
    expect((await read()).autoTopUp).toMatchObject({ isOn: true, card: other, oldCustomerIds: ['cus_1'] });
    const { run, deleted } = fakeVendor();
    await run();
    expect(deleted).toEqual(['cus_1']);
    expect((await read()).autoTopUp.oldCustomerIds).toEqual([]);
  });
});

test('the index lists accounts below their threshold and accounts with open steps, and no other accounts', async () => {
  const [high, low, off] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, changes] of [
    [high, { threshold: 500 }],
    [low, { threshold: 501 }],
    [off, { isOn: false }],
  ] as const) {
    await createAccount({ userId: id, email: `${id}@example.com`, name: 'Ada' }, now);
    await writeAutoTopUp({ userId: id }, { ...settings, ...changes });
  }
  const { run } = fakeVendor('processing');
  await run();
  const listed: string[] = [];
  for await (const id of accountsToTopUp()) listed.push(id);
  expect(listed).toContain(low);
  expect(listed).toContain(userId);
  expect(listed).not.toContain(high);
  expect(listed).not.toContain(off);
});
