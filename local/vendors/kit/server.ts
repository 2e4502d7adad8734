/** A stand-in's server: a free port, every call logged and answered, and a stop() that leaves nothing running. */
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
  /** Closes connections and waits until nothing of it is left running. May be called again. */
  stop(): Promise<void>;
};

/** `stopping` is aborted by stop(), so that no slow answer holds it up. */
export type Opening = { url: string; stopping: AbortSignal };
export type Opened = {
  routes: readonly Route[];
  log: CallLog;
  /** Ends what the stand-in runs beside its answers. */
  stop?(): Promise<void>;
};

type ServerOptions = {
  /** A free one unless given. */
  port?: number | undefined;
  bodyBytesMax: number;
  refusals: Refusals;
  /** Puts the parts together once the address is known. Without an await, so that even a call that comes at once is answered. */
  open(opening: Opening): Opened;
};

export async function startServer({ port: wanted, bodyBytesMax, refusals, open }: ServerOptions): Promise<StandIn> {
  const server = createServer();
  // The port first: a second start by mistake fails here, before it touches the first one's files.
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
    // The caller may have gone, or stop() may have closed the line; otherwise it is told.
    if (response.headersSent || response.destroyed) response.destroy();
    else await writeAnswer(response, refusals.failed(error), method);
  }
}
