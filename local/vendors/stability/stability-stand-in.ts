/** Imitates Stability if no key is set: same HTTP interface and limits, and a really extended picture. */
import { createCallLog } from '../kit/call-log.ts';
import { controlRoutes } from '../kit/control-routes.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { stabilityError } from './errors.ts';
import { createStabilityScript } from './faults.ts';
import { outpaintHandler } from './outpaint.ts';

/** Larger than the vendor's limit, so that a too large request gets the vendor's own error. */
const bodyBytesMax = 64 * 1024 * 1024;
const credits = 1_000;
/** Cost of one outpaint call. */
const creditsEach = 4;

export const startStabilityStandIn = ({ port }: { port?: number } = {}): Promise<StandIn> =>
  startServer({
    port,
    bodyBytesMax,
    refusals: {
      keyless: ({ headers }) =>
        /^Bearer \S+$/.test(headers.authorization ?? '') ? undefined : stabilityError('unauthorized', 'missing or invalid api key'),
      unknown: (status) => stabilityError('not_found', status === 405 ? 'method not allowed' : 'the resource was not found'),
      tooLarge: () => stabilityError('payload_too_large', 'the request is larger than 10MiB'),
      failed: (error) => stabilityError('internal_error', String(error)),
    },
    open: ({ stopping }) => {
      const script = createStabilityScript();
      const log = createCallLog((route, status) => route === 'outpaint' && status === 200);
      const balance = () => ({ status: 200, json: { credits: credits - creditsEach * log.report().paidSubmits } });
      return {
        log,
        routes: [
          ...controlRoutes({ script, log }),
          {
            name: 'outpaint',
            method: 'POST',
            path: /^\/v2beta\/stable-image\/edit\/outpaint$/,
            access: 'key',
            answer: outpaintHandler({ script, stopping }),
          },
          { name: 'balance', method: 'GET', path: /^\/v1\/user\/balance$/, access: 'key', answer: balance },
        ],
      };
    },
  });
