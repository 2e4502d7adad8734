/** Functions for every service behind the front server: they read a Node request safely. */
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
 * Returns the whole body, or undefined if it exceeds `sizeBytesMax`, either by its content-length or while it is read. The request is not
 * destroyed, so that the caller can still send an error response; this response should have `connection: close`.
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
