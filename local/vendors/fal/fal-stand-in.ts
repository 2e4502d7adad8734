/**
 * Imitates fal.ai if no key is set: same HTTP interface, a real video, a signed webhook. One host serves all of fal's hosts. To use it
 * with `@fal-ai/client`, set a `requestMiddleware` that changes only the origin (facts: docs/vendors.md).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../../chance.ts';
import { createQuickClips } from '../../demo/clips/quick-clips.ts';
import { createCallLog } from '../kit/call-log.ts';
import { type Opened, type Opening, type StandIn, startServer } from '../kit/server.ts';
import { createWebhookSender, webhookRetryDelaysMs } from '../kit/webhook-sender.ts';
import { createFalScript } from './faults.ts';
import { openMediaFiles } from './media-files.ts';
import { createQueue } from './queue.ts';
import { openRequestStore } from './request-store.ts';
import { falRefusals, falRoutes } from './routes.ts';
import { openSigningKeys } from './signing-keys.ts';

/** A 20 MB photo as a data: address, plus the rest of the input. */
const bodyBytesMax = 30 * 1024 * 1024;

export type FalStandInOptions = {
  /** Contains the signing key, the requests and the media. Unfinished requests continue after the next start. */
  directory: string;
  /** A free port by default. */
  port?: number;
  /** Allowed origins of webhook addresses; by default, any http(s) address. */
  webhookOrigins?: readonly string[];
  /** Pauses before each repeated webhook; at most ten are used. */
  retryDelaysMs?: readonly number[];
  /** Delays and duplicates webhooks. */
  chance?: Chance | undefined;
};

/** Its stop() also kills renders. */
export const startFalStandIn = (options: FalStandInOptions): Promise<StandIn> =>
  startServer({ port: options.port, bodyBytesMax, refusals: falRefusals, open: (opening) => open(options, opening) });

function open({ directory, webhookOrigins, retryDelaysMs, chance }: FalStandInOptions, { url: baseUrl, stopping }: Opening): Opened {
  const now = new Date();
  mkdirSync(directory, { recursive: true });
  const keys = openSigningKeys(join(directory, 'signing-key.pem'));
  const media = openMediaFiles(join(directory, 'files'), now);
  const store = openRequestStore(join(directory, 'requests'), now);
  const quickClips = createQuickClips(join(directory, 'quick-clips'));
  const webhooks = createWebhookSender(keys, retryDelaysMs ?? webhookRetryDelaysMs, chance);
  const queue = createQueue({ store, media, quickClips, webhooks, baseUrl });
  const log = createCallLog((route, status) => route === 'submit' && status === 200);
  queue.resume();
  const routes = falRoutes({ baseUrl, store, queue, media, script: createFalScript(), keys, log, webhookOrigins, stopping });
  return { routes, log, stop: () => queue.stop() };
}
