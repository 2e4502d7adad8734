/** POST /api/stripe/checkout: returns the address of the payment page of a top-up (docs/spec.md 13.3, 17.4). */
import { packageFor } from '#shared/credits/packages.ts';
import { anonymousUserId, createCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { callApi } from '#web/lib/api.ts';

type Order = { dollars: number; checkoutId: string; userId: string | undefined };

export const createCheckout = ({ dollars, checkoutId, userId }: Order) =>
  callApi('createCheckout', {
    body: { amount: dollars, price: dollarsFromCents(packageFor(dollars).price), checkoutId },
    // docs/spec.md 17.4 requires this field. But the server trusts only the token.
    headers: { 'x-user-id': userId ?? anonymousUserId },
    schema: createCheckoutResponse,
  });
