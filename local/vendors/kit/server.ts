/** HTTP server of a stand-in: uses a free port, logs every call, and leaves nothing running after stop(). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallLog, shownBody } from './call-log.ts';
import { controlName } from './control-routes.ts';
import { type Answer, readBody, writeAnswer } from './http.ts';
import { createRouter, type Refusals, type Route, type Router } from './router.ts';

const host = '127.0.0.1';

export type StandIn = {
  url: string;
  port: number;
  /** Closes all connections and waits until everything has ended. Can be called more than once. */
  stop(): Promise<void>;
};

/** stop() aborts `stopping`, so that a slow response does not delay it. */
export type Opening = { url: string; stopping: AbortSignal };
export type Opened = {
  routes: readonly Route[];
  log: CallLog;
  /** Stops the background work of the stand-in. */
  stop?(): Promise<void>;
};

type ServerOptions = {
  /** A free port by default. */
  port?: number | undefined;
  bodyBytesMax: number;
  refusals: Refusals;
  /** Creates the routes and the log once the address is known. It is synchronous, so that no early call is missed. */
  open(opening: Opening): Opened;
};

export async function startServer({ port: wanted, bodyBytesMax, refusals, open }: ServerOptions): Promise<StandIn> {
  const server = createServer();
  // Opens the port first: an accidental second start fails here, before it changes the files of the first one.
  server.listen(wanted ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${host}:${port}`;
  const closing = new AbortController();
  let opened: Opened;
  try {
    opened = open({ url, stopping: closing.signal });
  } catch (error) {
    server.close();
    throw error;
  }
  const { routes, log } = opened;
  const parts = { route: createRouter(routes, refusals), log, refusals, bodyBytesMax };
  server.on('request', (request, response) => void serve(request, response, parts));

  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    closing.abort();
    await opened.stop?.();
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

type Parts = { route: Router; log: CallLog; refusals: Refusals; bodyBytesMax: number };

async function serve(request: IncomingMessage, response: ServerResponse, { route, log, refusals, bodyBytesMax }: Parts): Promise<void> {
  const { method = 'GET', headers } = request;
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
    const { name, answer } = route(method, pathname);
    const time = new Date().toISOString();
    const read = await readBody(request, bodyBytesMax);
    const isTooLarge = read === 'too large';
    const body = isTooLarge ? Buffer.alloc(0) : read;
    const answered =
      name === controlName
        ? () => {}
        : log.add({ time, method, path: request.url ?? '/', route: name, body: await shownBody({ headers, body }) });
    const result: Answer = isTooLarge ? refusals.tooLarge() : await answer({ method, path: pathname, query: searchParams, headers, body });
    answered(result.status);
    await writeAnswer(response, result, method);
  } catch (error) {
    // The caller may have disconnected, or stop() may have closed the connection. Otherwise the caller gets the error.
    if (response.headersSent || response.destroyed) response.destroy();
    else await writeAnswer(response, refusals.failed(error), method);
  }
}
