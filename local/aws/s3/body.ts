import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { crc32Digest, type Digest, hashDigest } from './digests.ts';
import { incompleteBody, notImplemented, S3Error } from './s3-error.ts';

type Chunks = AsyncIterable<Uint8Array>;

export type SizeLimits = { sizeBytesMin: number; sizeBytesMax: number };

/** Decides how a body is read; known after the request's signature is checked. */
export type BodyDescription = {
  incoming: IncomingMessage;
  /** Returns a header, or the query parameter that replaces it in a presigned request. */
  header(name: string): string | undefined;
  /** From the signature: a SHA-256 in hex, or the name of the transfer method. */
  payloadHash: string;
};

type Expectation = { name: string; digest: Digest; expected: string };

/** S3's limit for one request. */
export const putSizeBytesMax = 5 * 1024 ** 3;

/** Enough for 10,000 parts with their tags. */
const documentSizeBytesMax = 4 * 1024 ** 2;

/** Returns the body's bytes, checked against the declared size, the CRC-32 and the signed hash; a mismatch throws at the end. */
export function requestBody({ incoming, header, payloadHash }: BodyDescription): Chunks {
  const declared = header('content-length');
  if (declared === undefined) throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  const sizeBytes = Number(declared);
  if (sizeBytes > putSizeBytesMax) throw entityTooLarge(sizeBytes, putSizeBytesMax);

  if (payloadHash.startsWith('STREAMING-')) throw notImplemented(payloadHash);
  const expectations: Expectation[] = [];
  const crc32 = header('x-amz-checksum-crc32');
  if (crc32 !== undefined) expectations.push({ name: 'x-amz-checksum-crc32', digest: crc32Digest(), expected: crc32 });
  if (/^[0-9a-f]{64}$/.test(payloadHash)) {
    expectations.push({ name: 'x-amz-content-sha256', digest: hashDigest('sha256'), expected: payloadHash });
  }

  // If a reader stops early, the request stays open, so that the server can discard the rest while it responds.
  return verified({ [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }, sizeBytes, expectations);
}

/** A small body as text. */
export async function requestDocument(description: BodyDescription): Promise<string> {
  const limits = { sizeBytesMin: 0, sizeBytesMax: documentSizeBytesMax };
  return text(withinSize(requestBody(description), limits));
}

/** Passes a body on; stops at the first byte beyond the limit. */
export async function* withinSize(source: Chunks, { sizeBytesMin, sizeBytesMax }: SizeLimits): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > sizeBytesMax) throw entityTooLarge(sizeBytes, sizeBytesMax);
    yield chunk;
  }
  if (sizeBytes < sizeBytesMin) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      details: { ProposedSize: sizeBytes, MinSizeAllowed: sizeBytesMin },
    });
  }
}

async function* verified(source: Chunks, sizeBytes: number, expectations: Expectation[]): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of source) {
    read += chunk.length;
    for (const { digest } of expectations) digest.update(chunk);
    yield chunk;
  }
  if (read !== sizeBytes) throw incompleteBody();
  for (const { name, digest, expected } of expectations) {
    if (digest.value() === expected) continue;
    const code = name === 'x-amz-content-sha256' ? 'XAmzContentSHA256Mismatch' : 'BadDigest';
    throw new S3Error(400, code, `The ${name} you specified did not match what we received.`);
  }
}

const entityTooLarge = (sizeBytes: number, sizeBytesMax: number) =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    details: { ProposedSize: sizeBytes, MaxSizeAllowed: sizeBytesMax },
  });
