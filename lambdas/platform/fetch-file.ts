/** Downloads a file of a vendor's, and nothing else: each address on the way must be one of the vendor's own, and the file within its limit. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/errors.ts';

/** One to the file's storage, and one spare. */
const redirectsMax = 2;

type Source = { owns(url: URL): boolean; headersFor(url: URL): Promise<Record<string, string>> };
type Limits = { from: Source; sizeBytesMax: number; timeoutMs: number };

/**
 * Answers the file's size in bytes.
 * @throws AppError ResultUnavailable; ResultNotAsOrdered where the way leads to an address that is not the vendor's. No half-written
 * file is left behind.
 */
export async function fetchFile(url: URL, file: string, { from, sizeBytesMax, timeoutMs }: Limits): Promise<number> {
  try {
    const response = await answerOf(url, from, AbortSignal.timeout(timeoutMs));
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
    throw cause instanceof AppError ? cause : new AppError('ResultUnavailable', { cause });
  }
}

/** Follows redirects by hand: each could lead anywhere, also into our own network, and none may carry a key on to a stranger. */
async function answerOf(start: URL, { owns, headersFor }: Source, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    if (!owns(url))
      throw new AppError('ResultNotAsOrdered', { details: { reason: 'The result lies at an address that is not the vendor’s.' } });
    const response = await fetch(url, { headers: await headersFor(url), redirect: 'manual', signal });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (!location) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new Error(`The vendor redirected more than ${redirectsMax} times`);
}
