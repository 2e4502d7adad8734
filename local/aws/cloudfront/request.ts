/** Functions that read parts of a Node request. All services behind the front server use them. */
import type { IncomingMessage } from 'node:http';

/**
 * Returns the path as the client sent it, without the query. Do not use `new URL(path, base)`, because it reads `//evil.example/x` as a
 * host.
 */
export const rawPathOf = (request: IncomingMessage): string => splitTarget(request).path;

/** Returns the query as the client sent it, without the question mark. */
export const rawQueryOf = (request: IncomingMessage): string => splitTarget(request).query;

function splitTarget({ url = '/' }: IncomingMessage): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Returns the IP address of the client, as IPv4 if possible. */
export const remoteAddressOf = (request: IncomingMessage): string => (request.socket.remoteAddress ?? '').replace('::ffff:', '');
