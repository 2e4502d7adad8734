/** The calls of a top-up (docs/spec.md 13.3, 17.4). */
import * as z from 'zod';
import { checkoutSessionId, customAmount } from './packages.ts';

/**
 * `amount` is in dollars of credits. `price` is the price that the page showed; the server computes the price again and rejects a different
 * price.
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
 * open: not paid yet. processing: the payment is not confirmed yet. credited: the credits are added.
 * failed: the bank refused the payment. expired: not paid in time. Only `credited` confirms a payment (docs/spec.md 13.5).
 */
const checkoutStatus = z.enum(['open', 'processing', 'credited', 'failed', 'expired']);

export const getCheckoutResponse = z.object({
  sessionId: z.string(),
  status: checkoutStatus,
  /** Dollars of credits. */
  amount: z.number(),
});
export type GetCheckoutResponse = z.infer<typeof getCheckoutResponse>;

/** User id that a page without a sign-in sends in a request header (docs/spec.md 13.3). The server uses only the user id of the token. */
export const anonymousUserId = 'anonymous';
