/** Opens the hosted page on which credits are paid for (SPEC 7, POST /api/stripe/checkout; Q3, Q4). */

import { isPrice, packageFor } from '#shared/credits/packages.ts';
import { anonymousUserId, type CreateCheckoutRequest, type CreateCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { parameter } from '../platform/secrets.ts';
import { readAccount } from '../store/accounts.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';
import { stripe } from '../vendors/stripe.ts';

type Order = { user: User; order: CreateCheckoutRequest /** Where the request names no checkout. */; requestId: string };

/** @throws AppError PriceMismatch, AccountNotFound, AccountDeleted, DailyLimit, CheckoutFailed, CheckoutUnavailable. */
export async function createCheckout({ user, order, requestId }: Order, now: Date): Promise<CreateCheckoutResponse> {
  const { userId } = user;
  const { id: packageId, amount: credits, price } = packageFor(order.amount);
  if (!isPrice(order.price, price)) throw new AppError('PriceMismatch', { details: { price: dollarsFromCents(price) } });
  const account = await readAccount(userId);
  if (!account) throw new AppError('AccountNotFound');
  if (account.closingAt) throw new AppError('AccountDeleted');
  const siteOrigin = await parameter(requiredEnv('SITE_ORIGIN_PARAMETER'));
  return withinDailyLimit(user, 'checkout', now, () =>
    stripe.createCheckout({
      userId,
      email: account.email,
      credits,
      price,
      packageId,
      siteOrigin,
      // Scoped by user, so that nobody gets another's page; and by price, so that another choice in the same dialog is another checkout.
      idempotencyKey: `checkout:${userId}:${order.checkoutId ?? requestId}:${price}`,
    }),
  );
}

/** @throws AppError NotYours where a request says that somebody else is calling than its token does. */
export function refuseOthers(userId: string, said: string | undefined): void {
  if (said !== undefined && said !== anonymousUserId && said !== userId) throw new AppError('NotYours');
}
