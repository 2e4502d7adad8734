/**
 * Imitates Stripe if no key is set: same HTTP interface, a hosted payment page and signed webhooks (facts: docs/vendors.md). On the page,
 * a buyer can pay, be declined, go back or pay later. To use it with the SDK, set `host`, `port` and `protocol: 'http'`.
 */
import type { Chance } from '../../chance.ts';
import { createCallLog } from '../kit/call-log.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { webhookRetryDelaysMs } from '../kit/webhook-sender.ts';
import { createEvents } from './events.ts';
import { createStripeScript } from './faults.ts';
import { createPayments } from './payments.ts';
import { stripeRefusals, stripeRoutes } from './routes.ts';
import { openStore } from './store.ts';

const bodyBytesMax = 1024 * 1024;

export type StripeStandInOptions = {
  /** Contains sessions, payments and events. Unfinished work continues after the next start. */
  directory: string;
  webhook: { url: string; secret: string };
  /** A free port by default. */
  port?: number;
  /** Pauses before each repeated webhook; at most ten are used. */
  retryDelaysMs?: readonly number[];
  /** Delays and duplicates webhooks. */
  chance?: Chance | undefined;
};

export const startStripeStandIn = ({
  directory,
  webhook,
  port,
  retryDelaysMs = webhookRetryDelaysMs,
  chance,
}: StripeStandInOptions): Promise<StandIn> =>
  startServer({
    port,
    bodyBytesMax,
    refusals: stripeRefusals,
    open: ({ url: baseUrl, stopping }) => {
      const store = openStore(directory);
      const script = createStripeScript();
      const log = createCallLog((route, status) => route === 'create-session' && status === 200);
      const events = createEvents({ store, script, ...webhook, retryDelaysMs, chance });
      const payments = createPayments({ store, script, events, baseUrl });
      events.resume();
      payments.resume();
      return {
        log,
        routes: stripeRoutes({ store, script, events, payments, log, baseUrl, stopping }),
        async stop() {
          await payments.stop();
          await events.stop();
        },
      };
    },
  });
