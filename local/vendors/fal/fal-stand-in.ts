/**
 * A fake fal server (stand-in), which is used if no key is set. It has the same HTTP interface as fal.ai, makes real videos, and sends
 * signed webhooks. One host has the routes of all hosts of fal. For `@fal-ai/client`, set a `requestMiddleware` that changes only the
 * origin (facts: docs/vendors.md).
 */
import { join } from 'node:path';
import type { Chance } from '../../chance.ts';
import { createClips, removeOldFiles } from '../kit/clips.ts';
import { openRecords } from '../kit/records.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { createWebhookSender, webhookRetryDelaysMs } from '../kit/webhook-sender.ts';
import { createFalScript } from './faults.ts';
import { createQueue } from './queue.ts';
import type { VideoRequest } from './responses.ts';
import { falRoutes } from './routes.ts';
import { openSigningKeys } from './signing-keys.ts';

/** This size is enough for a 20 MB photo as a data: URL and the other fields of the input. */
const bodyBytesMax = 30 * 1024 * 1024;
/** fal keeps media for at least seven days. */
const fileAgeMsMax = 7 * 24 * 3600_000;

export type FalStandInOptions = {
  /**
   * Directory for the signing key, the requests and the media. Because of this directory, unfinished requests continue after the next
   * start.
   */
  directory: string;
  /** Allowed origins of webhook URLs. By default, any http(s) URL is allowed. */
  webhookOrigins?: readonly string[];
  /** Pause before each repeated attempt of a webhook. At most ten values are used. */
  retryDelaysMs?: readonly number[];
  /** If set (harsh mode), some webhooks are delayed or sent twice. */
  chance?: Chance | undefined;
};

/** `stop()` of the returned server also ends the processes that render videos. */
export function startFalStandIn({ directory, webhookOrigins, retryDelaysMs, chance }: FalStandInOptions): Promise<StandIn> {
  const script = createFalScript();
  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: ['submit'],
    error: (status, detail) => ({ status, json: { detail } }),
    keyError: ({ headers }) =>
      /^Key \S+$/.test(headers.authorization ?? '')
        ? undefined
        : { status: 401, json: { detail: 'Authentication is required to access this application.' } },
    open(baseUrl) {
      const clips = createClips(join(directory, 'files'), fileAgeMsMax);
      removeOldFiles(join(directory, 'requests'), fileAgeMsMax);
      const keys = openSigningKeys(join(directory, 'signing-key.pem'));
      const requests = openRecords<VideoRequest>(join(directory, 'requests'));
      const webhooks = createWebhookSender(keys, retryDelaysMs ?? webhookRetryDelaysMs, chance);
      const queue = createQueue({ requests, clips, webhooks, baseUrl });
      queue.resume();
      return { routes: falRoutes({ baseUrl, requests, queue, fileOf: clips.pathOf, script, keys, webhookOrigins }), stop: queue.stop };
    },
  });
}
