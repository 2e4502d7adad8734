/** Downloads a vendor's file. Each URL in the redirect chain must belong to the vendor, and the file must be within its size limit. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/errors.ts';

/** Usually there is one redirect, to the storage of the file. One more redirect is allowed. */
const redirectsMax = 2;

type Source = { owns(url: URL): boolean; headersFor(url: URL): Promise<Record<string, string>> };
type Limits = { from: Source; sizeBytesMax: number; timeoutMs: number };

/**
 * Downloads a URL to a file. After a failure, no incomplete file remains.
 * @returns the file size in bytes.
 * @throws AppError ResultUnavailable; ResultNotAsOrdered if a URL does not belong to the vendor.
 */
export async function fetchFile(url: URL, file: string, { from, sizeBytesMax, timeoutMs }: Limits): Promise<number> {
  try {
    const response = await fetchFollowingRedirects(url, from, AbortSignal.timeout(timeoutMs));
    if (!response.ok || !response.body) throw new Error(`The vendor responded with ${response.status}`);
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

/**
 * Follows redirects itself and checks each URL. Otherwise, a redirect could lead to any address, even in our own network, and another host
 * could get our key.
 */
async function fetchFollowingRedirects(start: URL, { owns, headersFor }: Source, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    if (!owns(url))
      throw new AppError('ResultNotAsOrdered', { details: { reason: 'The address of the result does not belong to the vendor.' } });
    const response = await fetch(url, { headers: await headersFor(url), redirect: 'manual', signal });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (!location) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new Error(`The vendor redirected more than ${redirectsMax} times`);
}
