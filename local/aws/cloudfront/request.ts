/** Functions that read a Node request safely, for every service behind the front server. */
import type { IncomingMessage } from 'node:http';

/** The path as sent, without its query. Do not use `new URL(path, base)`: it reads `//evil.example/x` as a host. */
export const rawPathOf = (request: IncomingMessage): string => splitTarget(request).path;

/** The query as sent, without its question mark. */
export const rawQueryOf = (request: IncomingMessage): string => splitTarget(request).query;

function splitTarget({ url = '/' }: IncomingMessage): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** The caller's address, as IPv4 if possible. */
export const remoteAddressOf = (request: IncomingMessage): string => (request.socket.remoteAddress ?? '').replace('::ffff:', '');

/**
 * Returns the whole body, or undefined as soon as it exceeds `sizeBytesMax`, by its content-length or while reading.
 * Does not destroy the request, so that the error response can still be sent; use `connection: close`.
 */
export async function readBody(request: IncomingMessage, sizeBytesMax: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > sizeBytesMax) return undefined;
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    sizeBytes += part.length;
    if (sizeBytes > sizeBytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
