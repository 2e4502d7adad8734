/**
 * The HTTP server of the local site, its API and its sign-in pages. The server listens on 127.0.0.1 only. The Host header of a request must
 * be localhost or 127.0.0.1 with the port of the server.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, loopback } from '../../base/listen.ts';

/** Either responds and returns true, or returns false without a change of the request. After false, the server calls the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export type FrontServer = { port: number; origin: string; stop(): Promise<void> };

type Options = {
  /** 0 means any free port. */
  port: number;
  /** The server calls the handlers in this order until one handler returns true. */
  handlers: Handler[];
  onError?: (error: unknown, request: IncomingMessage) => void;
  requestTimeoutMs?: number;
};

const HTTP_PORT = 80;
/*
 * CloudFront has the same keep-alive timeout for viewers. With a shorter timeout, the server of a slow machine could close a connection
 * while the client sends the next request.
 */
const keepAliveTimeoutMs = 60_000;

/**
 * An incomplete request gets the status 408 after this time. AWS documents no such limit, so this is the request time-out of the web page.
 * Uploads use another server without this limit.
 */
const requestTimeoutMsDefault = 60_000;

export async function startFrontServer({
  port,
  handlers,
  onError,
  requestTimeoutMs = requestTimeoutMsDefault,
}: Options): Promise<FrontServer> {
  const limits = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 4 };
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs, ...limits }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      onError?.(error, request);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The local cloud failed to respond.');
    });
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // This check prevents DNS rebinding. Another site can point its domain to 127.0.0.1, but the Host header of its requests still contains
    // that domain.
    if (!isAllowedHost(request.headers.host, boundPort)) return sendText(response, 421, 'This server accepts requests for localhost only.');
    if (!request.url?.startsWith('/')) return sendText(response, 400, 'The request target must be a path.');
    for (const handler of handlers) if (await handler(request, response)) return;
    sendText(response, 404, 'This server has nothing at this URL.');
  }

  const boundPort = await listen(server, port).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is already in use. Stop the process that uses it, or choose another port: PORT=${port + 1} npm start`, {
      cause,
    });
  });
  return {
    port: boundPort,
    origin: `http://localhost:${boundPort}`,
    stop: () => close(server),
  };
}

function isAllowedHost(host: string | undefined, port: number): boolean {
  return ['localhost', loopback].some((name) => host === `${name}:${port}` || (port === HTTP_PORT && host === name));
}

function sendText(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${message}\n`);
}
