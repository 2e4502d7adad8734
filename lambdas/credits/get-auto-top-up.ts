/** Reads the automatic top-up of a seller. If the seller returns from the page for a card, the card is saved first. */
import { newAutoTopUp } from '#shared/credits/auto-top-up.ts';
import type { AutoTopUpResponse } from '#shared/credits/auto-top-up-calls.ts';
import { AppError } from '#shared/errors.ts';
import { readAccount } from '../store/accounts.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';
import { stripe } from '../vendors/stripe.ts';
import { toResponse } from './change-auto-top-up.ts';
import { saveCard } from './save-card.ts';

/** @throws AppError AccountNotFound, DailyLimit, PaymentUnreadable. PaymentNotFound also for a page of another seller. */
export async function getAutoTopUp(user: User, sessionId: string | undefined, now: Date): Promise<AutoTopUpResponse> {
  if (sessionId !== undefined) {
    const page = await withinDailyLimit(user, 'paymentRead', now, () => stripe.readCardPage(sessionId));
    if (page?.userId !== user.userId) throw new AppError('PaymentNotFound');
    await saveCard(page);
  }
  const account = await readAccount(user.userId);
  if (!account) throw new AppError('AccountNotFound');
  return toResponse(account.autoTopUp ?? newAutoTopUp, now);
}
