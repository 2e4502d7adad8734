/** Opens the hosted payment page for credits (docs/spec.md 13.3, 17.4). */
import { isPrice, packageFor } from '#shared/credits/packages.ts';
import { anonymousUserId, type CreateCheckoutRequest, type CreateCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { parameter } from '../platform/parameters.ts';
import { readAccount } from '../store/accounts.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';
import { stripe } from '../vendors/stripe.ts';

type CheckoutOrder = {
  user: User;
  order: CreateCheckoutRequest;
  /** The id for the idempotency key if the order has no `checkoutId`. */
  requestId: string;
};

/** @throws AppError PriceMismatch, AccountNotFound, AccountDeleted, DailyLimit, CheckoutFailed, CheckoutUnavailable. */
export async function createCheckout({ user, order, requestId }: CheckoutOrder, now: Date): Promise<CreateCheckoutResponse> {
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
      // The key contains the user, so that no user gets the payment page of another user. It also contains the price, so that a
      // different amount creates a different checkout.
      idempotencyKey: `checkout:${userId}:${order.checkoutId ?? requestId}:${price}`,
    }),
  );
}

/** @throws AppError NotYours if the user id in the request header differs from the user of the token. */
export function assertOwnUserId(userId: string, claimedUserId: string | undefined): void {
  if (claimedUserId !== undefined && claimedUserId !== anonymousUserId && claimedUserId !== userId) throw new AppError('NotYours');
}
