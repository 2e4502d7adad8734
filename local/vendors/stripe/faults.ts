/**
 * Faults that the script can inject. A rule matches a text with the buyer's e-mail and the session id. For a webhook, the text starts
 * with the event type: `checkout.session.completed ada@example.com cs_test_…`. For an API call, the text starts with the call's name:
 * `create-session ada@…`. For a payment with a saved card, the names are `charge-card ada@… cus_…`, `list-payments ada@… cus_…`,
 * `cancel-payment ada@… pi_…` and `delete-customer ada@… cus_…`.
 */
import * as z from 'zod';
import { connectionFaults } from '../kit/connection-faults.ts';
import { createScript } from '../kit/script.ts';

const delayMsMax = 3600_000;

const faultSchema = z.discriminatedUnion('kind', [
  /** The response has this status and Stripe's error body, and the request has no effect. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([400, 401, 403, 409, 429, 500, 502, 503]) }),
  /** The session has no `url`. */
  z.strictObject({ kind: z.literal('no-url') }),
  /** The webhook is not sent until `POST /_events/<id>/deliver`. */
  z.strictObject({ kind: z.literal('lost') }),
  /** The number of additional copies of the webhook. They are sent concurrently. */
  z.strictObject({ kind: z.literal('doubled'), times: z.int().min(1).max(10).default(1) }),
  z.strictObject({ kind: z.literal('delayed'), ms: z.int().min(1).max(delayMsMax) }),
  /** A copy with a wrong signature is sent first. */
  z.strictObject({ kind: z.literal('forged') }),
  /** The bank's decision about a delayed payment, and the time until this decision. A rule matches `pay-later ada@… cs_test_…`. */
  z.strictObject({
    kind: z.literal('bank'),
    outcome: z.literal(['succeeded', 'failed']).default('succeeded'),
    afterMs: z.int().min(0).max(delayMsMax).default(0),
  }),
  ...connectionFaults,
]);
export type Fault = z.infer<typeof faultSchema>;

export const createStripeScript = () => createScript(faultSchema);
export type StripeScript = ReturnType<typeof createStripeScript>;
