/**
 * Stands in for Stripe where no key is set: the same wire, a hosted page on which a buyer pays, is declined, goes back or pays
 * later, and signed webhooks (facts: docs/vendors.md). Point the SDK at it by `host`, `port` and `protocol: 'http'`.
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
  /** Keeps sessions, payments and events; what was under way goes on at the next start. */
  directory: string;
  webhook: { url: string; secret: string };
  /** A free one unless given. */
  port?: number;
  /** The pauses before each repeated webhook; at most ten are used. */
  retryDelaysMs?: readonly number[];
  /** Makes webhooks late and doubled. */
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
