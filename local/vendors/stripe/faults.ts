/**
 * What the script can make Stripe do. A rule's text is looked for in the buyer's e-mail, the session's id and, for a webhook, its
 * type: `checkout.session.completed ada@example.com cs_test_…`; for a call of the API its name comes first: `create-session ada@…`.
 */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';

const delayMsMax = 3600_000;

const faultSchema = z.discriminatedUnion('kind', [
  /** A call is answered with this and Stripe's words, and nothing is done. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([400, 401, 403, 409, 429, 500, 502, 503]) }),
  /** A session comes without its address. */
  z.strictObject({ kind: z.literal('no-url') }),
  /** The webhook is never sent by itself; `POST /_events/<id>/deliver` sends it. */
  z.strictObject({ kind: z.literal('lost') }),
  /** It is delivered so many times more, at once. */
  z.strictObject({ kind: z.literal('doubled'), times: z.int().min(1).max(10).default(1) }),
  z.strictObject({ kind: z.literal('delayed'), ms: z.int().min(1).max(delayMsMax) }),
  /** It waits until the next one has been delivered. */
  z.strictObject({ kind: z.literal('reordered') }),
  /** One with a wrong signature comes first. */
  z.strictObject({ kind: z.literal('forged') }),
  /** How a bank takes a payment that it was told of only now, and when; matched by `pay-later ada@… cs_test_…`. */
  z.strictObject({
    kind: z.literal('bank'),
    outcome: z.literal(['succeeded', 'failed']).default('succeeded'),
    afterMs: z.int().min(0).max(delayMsMax).default(0),
  }),
  ...wireFaults,
]);
export type Fault = z.infer<typeof faultSchema>;

export const createStripeScript = () => createScript(faultSchema);
export type StripeScript = ReturnType<typeof createStripeScript>;
