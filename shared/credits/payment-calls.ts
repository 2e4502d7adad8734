/** The calls of a top-up (docs/spec.md 13.3, 17.4). */
import * as z from 'zod';
import { checkoutSessionId, customAmount } from './packages.ts';

/**
 * `amount` is in dollars of credits. `price` is the price on the page. The server computes the price again and refuses a different price.
 */
export const createCheckoutRequest = z.object({
  amount: z.int('TopUpAmountInvalid').min(customAmount.min, 'TopUpAmountInvalid').max(customAmount.max, 'TopUpAmountTooLarge'),
  price: z.number().min(0, { error: 'PriceMismatch' }).max(customAmount.max, { error: 'PriceMismatch' }),
  /** The page creates a new id each time the dialog opens, so that a double click creates only one checkout. */
  checkoutId: z.uuid().optional(),
});
export type CreateCheckoutRequest = z.infer<typeof createCheckoutRequest>;

/** `url` is the address of Stripe's payment page. */
export const createCheckoutResponse = z.object({ url: z.url() });
export type CreateCheckoutResponse = z.infer<typeof createCheckoutResponse>;

export const getCheckoutQuery = z.object({ session_id: z.string().max(203).regex(checkoutSessionId) });

/**
 * - `open`: the seller has not paid yet.
 * - `processing`: the payment is not confirmed yet.
 * - `credited`: the credits are added. Only this status confirms a payment (docs/spec.md 13.5).
 * - `failed`: the bank refused the payment.
 * - `expired`: the seller did not pay in time.
 */
const checkoutStatus = z.enum(['open', 'processing', 'credited', 'failed', 'expired']);

export const getCheckoutResponse = z.object({
  sessionId: z.string(),
  status: checkoutStatus,
  /** Dollars of credits. */
  amount: z.number(),
});
export type GetCheckoutResponse = z.infer<typeof getCheckoutResponse>;

/** User id in a request header, for a page without a sign-in (docs/spec.md 13.3). The server uses only the user id of the token. */
export const anonymousUserId = 'anonymous';
