/** Changes the settings of the automatic top-up of a seller. */

import { type AutoTopUp, consentVersion, newAutoTopUp, spentInMonth, topUpPrice, withoutCard } from '#shared/credits/auto-top-up.ts';
import type { AutoTopUpResponse, SaveAutoTopUpRequest } from '#shared/credits/auto-top-up-calls.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { writeAutoTopUp } from '../store/auto-top-ups.ts';
import type { User } from '../store/users.ts';

const attemptsMax = 20;

export function toResponse(topUp: AutoTopUp, now: Date): AutoTopUpResponse {
  const { isOn, threshold, amount, monthlyLimit, card, stopReason, attempt } = topUp;
  return {
    isOn,
    threshold: dollarsFromCents(threshold),
    amount: dollarsFromCents(amount),
    price: dollarsFromCents(topUpPrice(topUp)),
    monthlyLimit: dollarsFromCents(monthlyLimit),
    spentThisMonth: dollarsFromCents(spentInMonth(topUp, now)),
    hasConsent: hasConsent(topUp),
    ...(card && { card: { brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear } }),
    ...(stopReason && { stopReason }),
    isRunning: attempt !== undefined,
  };
}

export const hasConsent = ({ consent }: AutoTopUp): boolean => consent?.version === consentVersion;

/** @throws AppError AccountDeleted, TopUpLimitTooLow, TopUpConsentRequired, LedgerConflict. */
export function saveAutoTopUp(user: User, request: SaveAutoTopUpRequest, now: Date): Promise<AutoTopUpResponse> {
  return change(user.userId, now, ({ stopReason, consent, ...current }) => {
    const { isOn } = request;
    const [threshold, amount, monthlyLimit] = [request.threshold * 100, request.amount * 100, request.monthlyLimit * 100];
    if (monthlyLimit < topUpPrice({ amount })) throw new AppError('TopUpLimitTooLow');
    const agreed = request.consent === undefined ? consent : { at: now.toISOString(), version: request.consent };
    if (isOn && agreed?.version !== consentVersion) throw new AppError('TopUpConsentRequired');
    return {
      ...current,
      isOn,
      threshold,
      amount,
      monthlyLimit,
      ...(agreed && { consent: agreed }),
      // The reason stays visible until the seller turns the top-up on again.
      ...(stopReason && !isOn && { stopReason }),
    };
  });
}

/** @throws AppError AccountDeleted, TopUpRunning, LedgerConflict. */
export const removeCard = (user: User, now: Date): Promise<AutoTopUpResponse> =>
  change(user.userId, now, (current) => {
    if (current.attempt) throw new AppError('TopUpRunning');
    return withoutCard(current);
  });

export async function change(userId: string, now: Date, next: (current: AutoTopUp) => AutoTopUp): Promise<AutoTopUpResponse> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const account = await readExisting(userId);
    const changed = next(account.autoTopUp ?? newAutoTopUp);
    if (await writeAutoTopUp(account, changed, { only: 'settings' })) return toResponse(changed, now);
  }
  throw new AppError('LedgerConflict');
}

export async function readExisting(userId: string): Promise<Account> {
  const account = await readAccount(userId);
  if (!account) throw new AppError('AccountNotFound');
  if (account.closingAt) throw new AppError('AccountDeleted');
  return account;
}
