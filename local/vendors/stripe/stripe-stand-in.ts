/**
 * Imitates Stripe if no key is set. The stand-in has the same HTTP interface and a payment page, and sends signed webhooks (facts:
 * docs/vendors.md). On the page, a buyer can pay, pay later, go back, or simulate a declined card. To use the stand-in with the SDK, set
 * `host`, `port` and `protocol: 'http'`.
 */
import type { Chance } from '../../chance.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { webhookRetryDelaysMs } from '../kit/webhook-sender.ts';
import { stripeError } from './api-request.ts';
import { createEvents } from './events.ts';
import { createStripeScript } from './faults.ts';
import { createPayments } from './payments.ts';
import { stripeRoutes } from './routes.ts';
import { openStore } from './store.ts';

const bodyBytesMax = 1024 * 1024;
const formType = 'application/x-www-form-urlencoded';

export type StripeStandInOptions = {
  /** This directory contains sessions, payments and events. Unfinished work continues after the next start. */
  directory: string;
  webhook: { url: string; secret: string };
  /** Pause before each repeated attempt of a webhook. At most ten values are used. */
  retryDelaysMs?: readonly number[];
  /** If set (harsh mode), some webhooks are delayed or sent twice. */
  chance?: Chance | undefined;
};

export function startStripeStandIn({
  directory,
  retryDelaysMs = webhookRetryDelaysMs,
  ...options
}: StripeStandInOptions): Promise<StandIn> {
  const script = createStripeScript();
  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: ['create-session', 'charge-card'],
    error: stripeError,
    keyError({ headers, method }) {
      if (!/^Bearer [rs]k_(test|live)_\w+/.test(headers.authorization ?? '')) return stripeError(401, 'Invalid API Key provided');
      if (!headers['stripe-version']) return stripeError(400, 'The stand-in requires the header Stripe-Version.');
      if (method === 'POST' && !headers['content-type']?.startsWith(formType))
        return stripeError(400, `Invalid request: send ${formType}, not JSON.`);
      return undefined;
    },
    open(baseUrl) {
      const store = openStore(directory);
      const events = createEvents({ store, script, retryDelaysMs, ...options });
      const payments = createPayments({ store, script, events, baseUrl });
      events.resume();
      payments.resume();
      return {
        routes: stripeRoutes({ store, script, events, payments, baseUrl }),
        async stop() {
          await payments.stop();
          await events.stop();
        },
      };
    },
  });
}
