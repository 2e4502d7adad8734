/**
 * Fetches a file by a URL that a user wrote. The URL and each redirect must use HTTPS and name a host of the public internet. The request
 * goes to the checked IP address, so that a second answer of the name server cannot lead to another address.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { AppError } from '#shared/errors.ts';
import { isPublicAddress } from './public-address.ts';

/** Shops often redirect to a delivery network, and sometimes to another version of the file. */
const redirectsMax = 3;

type Limits = { bytesMax: number; timeoutMs: number };
/** The parts that reach the network. */
type Network = {
  resolve(host: string): Promise<string[]>;
  /** Sends a GET request for the URL to this IP address. */
  get(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage>;
};

/**
 * @returns the bytes, or undefined if the file has more than `bytesMax` bytes.
 * @throws AppError PhotoAddressRefused for a URL that may not be fetched; PhotoAddressFailed if the host does not return the file.
 */
export async function fetchPublicFile(
  address: string,
  { bytesMax, timeoutMs }: Limits,
  network: Network = internet,
): Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await followRedirects(address, network, signal);
    return await readUpTo(response, bytesMax, signal);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('PhotoAddressFailed', { cause });
  }
}

async function followRedirects(start: string, { resolve, get }: Network, signal: AbortSignal): Promise<IncomingMessage> {
  let url = allowedUrl(start);
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const addresses = await resolve(url.hostname);
    const [first] = addresses;
    // If only one of several addresses is public, the name is suspicious.
    if (first === undefined || !addresses.every(isPublicAddress)) throw new AppError('PhotoAddressRefused');
    const response = await get(url, first, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new AppError('PhotoAddressFailed', { details: { status: statusCode } });
    url = allowedUrl(headers.location, url);
  }
  throw new AppError('PhotoAddressFailed', { details: { reason: 'There are too many redirects.' } });
}

/** @throws AppError PhotoAddressRefused if the URL does not use HTTPS on port 443, or contains an IP address instead of a host name. */
function allowedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  const isAllowed =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  if (!url || !isAllowed) throw new AppError('PhotoAddressRefused');
  return url;
}

async function readUpTo(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // If the loop ends early, the download is cancelled.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  get: (url, address, signal) =>
    new Promise((resolve, reject) => {
      const request = httpsRequest(
        {
          host: address,
          // The certificate must belong to the name in the URL.
          servername: url.hostname,
          path: url.pathname + url.search,
          headers: { host: url.host, accept: 'image/*' },
          agent: false,
          signal,
        },
        resolve,
      );
      request.on('error', reject);
      request.end();
    }),
};
