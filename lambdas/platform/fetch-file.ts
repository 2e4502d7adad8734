/** Downloads a file of a vendor's, and nothing else: the address must be one of the vendor's own, and the file within its limit. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/errors.ts';

type Limits = { owns(url: URL): boolean; sizeBytesMax: number; timeoutMs: number };

/** @throws AppError ResultUnavailable; no half-written file is left behind. */
export async function fetchFile(address: string, file: string, { owns, sizeBytesMax, timeoutMs }: Limits): Promise<number> {
  const url = new URL(address);
  // A redirect could lead anywhere, also into our own network.
  if (!owns(url))
    throw new AppError('ResultNotAsOrdered', { details: { reason: 'The result lies at an address that is not the vendor’s.' } });
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok || !response.body) throw new Error(`The vendor answered ${response.status}`);
    let sizeBytes = 0;
    const limit = new Transform({
      transform(chunk: Buffer, _, done) {
        sizeBytes += chunk.length;
        done(sizeBytes > sizeBytesMax ? new Error(`The file is larger than ${sizeBytesMax} bytes`) : null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream), limit, createWriteStream(file));
    return sizeBytes;
  } catch (cause) {
    await rm(file, { force: true });
    throw new AppError('ResultUnavailable', { cause });
  }
}
