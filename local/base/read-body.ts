import type { IncomingMessage } from 'node:http';

/**
 * Returns the whole body. Returns undefined if its content-length or the number of read bytes exceeds `sizeBytesMax`. The function does not
 * destroy the request, so the caller can still send an error response. This response should have the header `connection: close`.
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
