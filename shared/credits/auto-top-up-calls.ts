/** The calls of the automatic top-up (docs/spec.md 13.8). Amounts are in whole dollars. */
import * as z from 'zod';
import { autoTopUpDollars, consentVersion } from './auto-top-up.ts';
import { checkoutSessionId } from './packages.ts';

const dollars = ({ min, max }: { min: number; max: number }) =>
  z.int('TopUpAmountInvalid').min(min, 'TopUpAmountInvalid').max(max, 'TopUpAmountInvalid');

/**
 * `session_id`: set if the seller returns from the page for the card. Then the call first saves the card of this page, because the
 * report of the vendor may arrive later.
 */
export const getAutoTopUpQuery = z.object({ session_id: z.string().max(203).regex(checkoutSessionId).optional() });

export const saveAutoTopUpRequest = z.object({
  isOn: z.boolean(),
  threshold: dollars(autoTopUpDollars.threshold),
  amount: dollars(autoTopUpDollars.amount),
  monthlyLimit: dollars(autoTopUpDollars.monthlyLimit),
  /** The version of the text to which the seller agrees. Needed only if the seller has not agreed to this version yet. */
  consent: z.literal(consentVersion).optional(),
});
export type SaveAutoTopUpRequest = z.infer<typeof saveAutoTopUpRequest>;

export const autoTopUpResponse = z.object({
  isOn: z.boolean(),
  threshold: z.number(),
  amount: z.number(),
  /** The price of one top-up. */
  price: z.number(),
  monthlyLimit: z.number(),
  /** The prices of all top-ups of this month (UTC). */
  spentThisMonth: z.number(),
  hasConsent: z.boolean(),
  card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }).optional(),
  stopReason: z.enum(['declined', 'authentication', 'unknown']).optional(),
  /** Whether a payment is running. */
  isRunning: z.boolean(),
});
export type AutoTopUpResponse = z.infer<typeof autoTopUpResponse>;

/** `setupId`: an id of the client, so that a double click opens only one page. */
export const openCardPageRequest = z.object({ setupId: z.uuid() });

/** `url` is the page of the payment vendor on which the seller enters the card. */
export const openCardPageResponse = z.object({ url: z.url() });
export type OpenCardPageResponse = z.infer<typeof openCardPageResponse>;
