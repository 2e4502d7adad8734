/**
 * Stands in for fal.ai where no key is set: the same wire, a real video, a signed webhook. One host plays all of fal's:
 * point `@fal-ai/client` at it by a `requestMiddleware` that keeps path and query (facts: docs/vendors.md).
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

/** A 20 MB photo as a data: address, with room for the rest of the input. */
const bodyBytesMax = 30 * 1024 * 1024;

export type FalStandInOptions = {
  /** Keeps the signing key, the requests and the media; whatever was unfinished goes on at the next start. */
  directory: string;
  /** A free one unless given. */
  port?: number;
  /** Only these origins may be given as webhook; any http(s) address unless given. */
  webhookOrigins?: readonly string[];
  /** The pauses before each repeated webhook; at most ten are used. */
  retryDelaysMs?: readonly number[];
  /** Makes webhooks late and doubled. */
  chance?: Chance | undefined;
};

/** Its stop() kills renders too. */
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
