/**
 * Returns the status of a checkout. If the checkout is paid, but the vendor has not reported the payment yet, this call adds the credits
 * (docs/spec.md 13.4, 13.5).
 */
import type { GetCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { readPurchase } from '../store/payments.ts';
import type { User } from '../store/users.ts';
import { stripe } from '../vendors/stripe.ts';
import { takePayment } from './take-payment.ts';

/** @throws AppError PaymentNotFound, also for a checkout of another user; DailyLimit, PaymentUnreadable. */
export async function getCheckout(user: User, sessionId: string, now: Date): Promise<GetCheckoutResponse> {
  const { userId } = user;
  const purchase = await readPurchase(userId, sessionId);
  if (purchase) return { sessionId, status: 'credited', amount: dollarsFromCents(purchase.credits) };
  const checkout = await withinDailyLimit(user, 'paymentRead', now, () => stripe.readCheckout(sessionId));
  if (!checkout || checkout.userId !== userId) throw new AppError('PaymentNotFound');
  const amount = dollarsFromCents(checkout.credits);
  if (checkout.status !== 'paid') return { sessionId, status: checkout.status, amount };
  return { sessionId, status: (await takePayment(checkout, { now })) ? 'credited' : 'processing', amount };
}
