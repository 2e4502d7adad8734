/** POST /api/stripe/checkout: the address of the page on which a top-up is paid (SPEC 7, 8; checklist Y1). */
import { packageFor } from '#shared/credits/packages.ts';
import { anonymousUserId, createCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { callApi } from '#web/lib/api.ts';

type Order = { dollars: number; checkoutId: string; userId: string | undefined };

export const createCheckout = ({ dollars, checkoutId, userId }: Order) =>
  callApi('createCheckout', {
    body: { amount: dollars, price: dollarsFromCents(packageFor(dollars).price), checkoutId },
    // As SPEC has it; the server believes the token alone.
    headers: { 'x-user-id': userId ?? anonymousUserId },
    schema: createCheckoutResponse,
  });
