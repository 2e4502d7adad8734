/**
 * Continues the automatic top-up of one account (docs/decisions/045). Each step is one write that needs the revision that was read. So the
 * function can run twice or in parallel, and a crash between two steps only delays the top-up.
 *
 *   start    the attempt and its price are written before the card is charged
 *   charge   all requests of an attempt have the same idempotency key, so the card is charged at most once
 *   credit   the ledger row of the payment prevents a second credit
 *   end      the attempt is removed, together with the row of the mail
 */
import { randomUUID } from 'node:crypto';
import {
  type AutoTopUp,
  mayRequest,
  monthOf,
  nextTopUp,
  type StopReason,
  type TopUpAttempt,
  type TopUpNews,
  topUpPrice,
  withAttempt,
  withFailedAttempt,
  withoutCard,
  withPaidAttempt,
  withRequest,
} from '#shared/credits/auto-top-up.ts';
import { packageFor } from '#shared/credits/packages.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { parameter } from '../platform/parameters.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { writeAutoTopUp } from '../store/auto-top-ups.ts';
import { takeDailyUse } from '../store/daily-uses.ts';
import { topUpMailPartition } from '../store/done-mails.ts';
import type { PaymentVendor } from '../vendors/payment-port.ts';
import { stripe } from '../vendors/stripe.ts';
import { takePayment } from './take-payment.ts';

/** An account needs at most six steps. More steps are needed only if other calls change it at the same time. */
const stepsMax = 20;

type AccountWithTopUp = Account & { autoTopUp: AutoTopUp };
type Running = AutoTopUp & { attempt: TopUpAttempt };

type Vendor = Pick<PaymentVendor, 'chargeCard' | 'createCheckout' | 'deleteCustomer'>;
type Context = { vendor: Vendor; readSiteOrigin: () => Promise<string>; now: Date };

const readSiteOrigin = () => parameter(requiredEnv('SITE_ORIGIN_PARAMETER'));

/** @throws AppError LedgerConflict if the account keeps changing. */
export async function continueTopUp(userId: string, now: Date, parts: Partial<Omit<Context, 'now'>> = {}): Promise<void> {
  const context = { vendor: stripe, readSiteOrigin, ...parts, now };
  for (let step = 1; step <= stepsMax; step++) {
    const account = await readAccount(userId);
    if (!account?.autoTopUp || account.deletedAt) return;
    if ((await takeStep({ ...account, autoTopUp: account.autoTopUp }, context)) === 'done') return;
  }
  throw new AppError('LedgerConflict');
}

/** @returns 'again' if there may be another step. */
async function takeStep(account: AccountWithTopUp, context: Context): Promise<'again' | 'done'> {
  const { autoTopUp } = account;
  const { vendor, now } = context;
  if (autoTopUp.attempt) return settle(account, { ...autoTopUp, attempt: autoTopUp.attempt }, context);
  if (account.closingAt && autoTopUp.card) {
    await writeAutoTopUp(account, withoutCard(autoTopUp));
    return 'again';
  }
  const [customerId, ...oldCustomerIds] = autoTopUp.oldCustomerIds;
  if (customerId !== undefined) {
    await vendor.deleteCustomer(customerId);
    await writeAutoTopUp(account, { ...autoTopUp, oldCustomerIds });
    return 'again';
  }
  switch (nextTopUp(autoTopUp, account, now)) {
    case 'start':
      return start(account, now);
    case 'tell-limit':
      await tellLimit(account, now);
      return 'done';
    case 'nothing':
      return 'done';
  }
}

async function start(account: AccountWithTopUp, now: Date): Promise<'again' | 'done'> {
  const { userId, person, tier } = account;
  try {
    await takeDailyUse({ userId, person, tier }, 'autoTopUp', now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DailyLimit') return 'done';
    throw error;
  }
  await writeAutoTopUp(account, withAttempt(account.autoTopUp, randomUUID(), now), { only: 'start' });
  return 'again';
}

/** Tells the seller once per month that the limit of the month does not allow another top-up. */
async function tellLimit(account: AccountWithTopUp, now: Date): Promise<void> {
  const { autoTopUp } = account;
  const month = monthOf(now);
  const credits = autoTopUp.amount;
  const news = { outcome: 'limit', credits, price: topUpPrice(autoTopUp), last4: autoTopUp.card?.last4 ?? '' } as const;
  await writeAutoTopUp(account, { ...autoTopUp, toldLimitIn: month }, { mail: mailAbout(account, `limit#${month}`, news, now) });
}

const mailAbout = ({ userId, language }: Account, id: string, topUp: TopUpNews, now: Date) => ({
  pk: topUpMailPartition(userId, id),
  mail: { userId, batchIds: [], topUp, language: language as Language | undefined, createdAt: now.toISOString() },
});

/** Charges the card, or finds out whether an earlier request has charged it. */
async function settle(account: AccountWithTopUp, running: Running, context: Context): Promise<'again' | 'done'> {
  const { vendor, now } = context;
  if (Date.parse(running.attempt.nextAt) > now.getTime()) return 'done';
  const counted = withRequest(running, now);
  if (!(await writeAutoTopUp(account, counted))) return 'again';
  const { attempt } = counted;
  const outcome = await vendor
    .chargeCard({
      ...attempt,
      userId: account.userId,
      isRepeated: attempt.requests > 1,
      // The card of a deleted account is not charged. An earlier request may already have charged it.
      mayCharge: mayRequest(attempt, now) && !account.closingAt,
    })
    .catch((error: unknown) => {
      log('error', 'the outcome of an automatic top-up is not known yet', { attemptId: attempt.id, requests: attempt.requests, error });
      return undefined;
    });
  // The write has increased the revision.
  const current = { ...counted, revision: counted.revision + 1 };
  if (!outcome || outcome.status === 'processing') return 'done';
  if (outcome.status !== 'paid') return endWithout(account, current, outcome.status, context);
  const isCredited = await takePayment(outcome.checkout, { now });
  const { credits, price } = attempt;
  const news = { outcome: 'paid', credits, price, last4: running.card?.last4 ?? '' } as const;
  return end(account, withPaidAttempt(current), isCredited ? mailAbout(account, attempt.id, news, now) : undefined);
}

/** Ends an attempt without a payment. The mail contains a payment page, on which the seller can authenticate or use another card. */
async function endWithout(account: AccountWithTopUp, current: Running, outcome: StopReason, context: Context): Promise<'again'> {
  const { id, credits, price } = current.attempt;
  log('warn', 'an automatic top-up was stopped', { attemptId: id, outcome });
  const checkoutUrl = account.closingAt ? undefined : await checkoutFor(account, { id, credits, price }, context);
  const news = { outcome, credits, price, last4: current.card?.last4 ?? '', checkoutUrl };
  return end(account, withFailedAttempt(current, outcome), mailAbout(account, id, news, context.now));
}

type Amounts = Pick<TopUpAttempt, 'id' | 'credits' | 'price'>;

/** Returns undefined if the page could not be created. Then the mail has a link to the account page. */
async function checkoutFor(
  { userId, email }: Account,
  { id, credits, price }: Amounts,
  { vendor, readSiteOrigin }: Context,
): Promise<string | undefined> {
  const { id: packageId } = packageFor(credits / 100);
  try {
    const order = { userId, email, credits, price, packageId, siteOrigin: await readSiteOrigin() };
    return (await vendor.createCheckout({ ...order, idempotencyKey: `auto-top-up-page:${id}` })).url;
  } catch (error) {
    log('warn', 'no payment page for a stopped automatic top-up', { attemptId: id, error });
    return undefined;
  }
}

async function end(account: AccountWithTopUp, next: AutoTopUp, mail: ReturnType<typeof mailAbout> | undefined): Promise<'again'> {
  await writeAutoTopUp(account, next, mail && { mail });
  return 'again';
}
