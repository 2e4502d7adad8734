/** Reading a Node request safely: what every service behind the front server does before it decides anything. */
import type { IncomingMessage } from 'node:http';

/** The path as sent, without its query; never through `new URL(path, base)`, which reads `//evil.example/x` as a host. */
export const rawPathOf = (request: IncomingMessage): string => splitTarget(request).path;

/** The query as sent, without its question mark. */
export const rawQueryOf = (request: IncomingMessage): string => splitTarget(request).query;

function splitTarget({ url = '/' }: IncomingMessage): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** The caller's address as IPv4 where it is one. */
export const remoteAddressOf = (request: IncomingMessage): string => (request.socket.remoteAddress ?? '').replace('::ffff:', '');

/**
 * The whole body, or undefined as soon as it is known to exceed `sizeBytesMax`: by its announced length, or while reading.
 * The request is left undestroyed so that the refusal can still be sent; answer it with `connection: close`.
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
