/** The only listener of the local cloud. It listens on 127.0.0.1 only, and accepts only requests whose Host header names it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, loopback } from '../../plumbing/listen.ts';

/** Responds and returns true, or leaves the request untouched and returns false. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export type FrontServer = { port: number; origin: string; stop(): Promise<void> };

type Options = {
  /** 0 means any free port. */
  port: number;
  /** Tried in this order, until one returns true. */
  handlers: Handler[];
  onError?: (error: unknown, request: IncomingMessage) => void;
  requestTimeoutMs?: number;
};

const HTTP_PORT = 80;
/** As long as CloudFront's for viewers. On a busy machine, a shorter time can end just when the connection is used again. */
const keepAliveTimeout = 60_000;

/**
 * An incomplete request gets a 408 after this time. AWS documents no such limit; the value is how long the page waits
 * for a response. Uploads use another server.
 */
const requestMsMax = 60_000;

export async function startFrontServer({ port, handlers, onError, requestTimeoutMs = requestMsMax }: Options): Promise<FrontServer> {
  const limits = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 4 };
  const server = createServer({ keepAliveTimeout, ...limits }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onError?.(error, request);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The local cloud failed to answer.');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page of another site can make its name resolve to 127.0.0.1, but its Host header then still names that site.
    if (!isOurs(request.headers.host, boundPort)) return refuse(response, 421, 'This server answers for localhost only.');
    if (!request.url?.startsWith('/')) return refuse(response, 400, 'The request target must be a path.');
    for (const handler of handlers) if (await handler(request, response)) return;
    refuse(response, 404, 'Nothing is served at this address.');
  }

  const boundPort = await listen(server, port).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`, { cause });
  });
  return {
    port: boundPort,
    origin: `http://localhost:${boundPort}`,
    stop: () => close(server),
  };
}

function isOurs(host: string | undefined, port: number): boolean {
  return ['localhost', loopback].some((name) => host === `${name}:${port}` || (port === HTTP_PORT && host === name));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${message}\n`);
}
