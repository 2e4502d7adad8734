/**
 * Stands in for fal.ai where no key is set: the same wire, a real video, a signed webhook. One host plays all of fal's:
 * point `@fal-ai/client` at it by a `requestMiddleware` that keeps path and query (facts: docs/vendors.md).
 */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCallLog } from './call-log.ts';
import { createScript } from './faults.ts';
import { type Answer, readBody, writeAnswer } from './http.ts';
import { openMediaFiles } from './media-files.ts';
import { createQueue, type Queue } from './queue.ts';
import { createQuickClips } from './quick-clips.ts';
import { openRequestStore } from './request-store.ts';
import { createRouter } from './routes.ts';
import { openSigningKeys } from './signing-keys.ts';
import { createWebhookSender, webhookRetryDelaysMs } from './webhooks.ts';

const host = '127.0.0.1';

export type FalStandInOptions = {
  /** Keeps the signing key, the requests and the media; whatever was unfinished goes on at the next start. */
  directory: string;
  /** A free one unless given. */
  port?: number;
  /** Only these origins may be given as webhook; any http(s) address unless given. */
  webhookOrigins?: readonly string[];
  /** The pauses before each repeated webhook; at most ten are used. */
  retryDelaysMs?: readonly number[];
};
export type FalStandIn = {
  url: string;
  port: number;
  /** Kills renders, closes connections and waits until nothing of it is left running. May be called again. */
  stop(): Promise<void>;
};

export async function startFalStandIn(options: FalStandInOptions): Promise<FalStandIn> {
  const server = createServer();
  // The port first: a second start by mistake fails here, before it touches the first one's files.
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${host}:${port}`;
  const closing = new AbortController();
  let queue: Queue;
  try {
    queue = answerOn(server, url, options, closing.signal);
  } catch (error) {
    server.close();
    throw error;
  }

  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    closing.abort();
    await queue.stop();
    server.closeAllConnections();
    await closed;
  };
  let stopping: Promise<void> | undefined;
  return {
    url,
    port,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Puts the parts together. Without an await, so that even a call that comes at once finds its listener. */
function answerOn(
  server: Server,
  baseUrl: string,
  { directory, webhookOrigins, retryDelaysMs }: FalStandInOptions,
  stopping: AbortSignal,
): Queue {
  const now = new Date();
  mkdirSync(directory, { recursive: true });
  const keys = openSigningKeys(join(directory, 'signing-key.pem'));
  const media = openMediaFiles(join(directory, 'files'), now);
  const store = openRequestStore(join(directory, 'requests'), now);
  const quickClips = createQuickClips(join(directory, 'quick-clips'));
  const webhooks = createWebhookSender(keys, retryDelaysMs ?? webhookRetryDelaysMs);
  const queue = createQueue({ store, media, quickClips, webhooks, baseUrl });
  const log = createCallLog();
  const route = createRouter({ baseUrl, store, queue, media, script: createScript(), keys, log, webhookOrigins, stopping });
  server.on('request', (request, response) => void serve(request, response, route, log));
  queue.resume();
  return queue;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  route: ReturnType<typeof createRouter>,
  log: ReturnType<typeof createCallLog>,
): Promise<void> {
  const method = request.method ?? 'GET';
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
    const { name, answer } = route(method, pathname);
    const time = new Date().toISOString();
    const body = await readBody(request);
    const answered =
      name === 'control'
        ? () => {}
        : log.add({ time, method, path: request.url ?? '/', route: name }, body === 'too large' ? Buffer.alloc(0) : body);
    const result: Answer =
      body === 'too large'
        ? { status: 413, json: { detail: 'Request entity too large' } }
        : await answer({ method, path: pathname, query: searchParams, headers: request.headers, body });
    answered(result.status);
    await writeAnswer(response, result, method);
  } catch (error) {
    // The caller may have gone, or stop() may have closed the line; otherwise it is told.
    if (response.headersSent || response.destroyed) response.destroy();
    else
      await writeAnswer(
        response,
        { status: 500, json: { detail: `Internal server error: ${error}`, error_type: 'internal_error' } },
        method,
      );
  }
}
