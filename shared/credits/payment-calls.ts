/** The calls of a top-up (SPEC 7 and 8 'Checkout'; checklist X2, Y1). */
import * as z from 'zod';
import { checkoutSessionId, customAmount } from './packages.ts';

/** Dollars of credits, and the price that was shown: the server counts again, and refuses another (Q3). */
export const createCheckoutRequest = z.object({
  amount: z.int('TopUpAmountInvalid').min(customAmount.min, 'TopUpAmountInvalid').max(customAmount.max, 'TopUpAmountTooLarge'),
  price: z.number().min(0, { error: 'PriceMismatch' }).max(customAmount.max, { error: 'PriceMismatch' }),
  /** New with each opening of the dialog: pressing twice makes one checkout. */
  checkoutId: z.uuid().optional(),
});
export type CreateCheckoutRequest = z.infer<typeof createCheckoutRequest>;

/** `url` is the hosted payment page. */
export const createCheckoutResponse = z.object({ url: z.url() });
export type CreateCheckoutResponse = z.infer<typeof createCheckoutResponse>;

export const getCheckoutQuery = z.object({ session_id: z.string().max(203).regex(checkoutSessionId) });

/**
 * How a checkout stands: not paid yet; paid for, the bank still at work; the credits are there; refused by the bank; run out.
 * Only `credited` says that money came (Q5).
 */
const checkoutStatus = z.enum(['open', 'processing', 'credited', 'failed', 'expired']);

export const getCheckoutResponse = z.object({
  sessionId: z.string(),
  status: checkoutStatus,
  /** Dollars of credits. */
  amount: z.number(),
});
export type GetCheckoutResponse = z.infer<typeof getCheckoutResponse>;

/** Who a request says is calling where nobody is signed in (SPEC 6). It is never believed (Q4). */
export const anonymousUserId = 'anonymous';
