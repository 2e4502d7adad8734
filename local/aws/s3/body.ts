import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { crc32Digest, type Digest, hashDigest } from './digests.ts';
import { incompleteBody, notImplemented, S3Error } from './s3-error.ts';

type Chunks = AsyncIterable<Uint8Array>;

export type SizeLimits = { sizeBytesMin: number; sizeBytesMax: number };

/** Describes how to read a body. A caller can create the description only after it has checked the signature of the request. */
export type BodyDescription = {
  incoming: IncomingMessage;
  /** Returns a header, or the query parameter that replaces the header in a presigned request. */
  header(name: string): string | undefined;
  /** The signed value about the body: the SHA-256 hash of the body in hex, or the name of the transfer method. */
  payloadHash: string;
};

type Expectation = { name: string; digest: Digest; expected: string };

/** S3's maximum size of the body of one PUT request. */
export const putSizeBytesMax = 5 * 1024 ** 3;

/** This size is enough for 10,000 parts with their tags. */
const documentSizeBytesMax = 4 * 1024 ** 2;

/** Returns the bytes of the body. At the end, throws an error if the size, the CRC-32 or the signed hash does not match the bytes. */
export function readRequestBody({ incoming, header, payloadHash }: BodyDescription): Chunks {
  const declaredLength = header('content-length');
  if (declaredLength === undefined) throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  const sizeBytes = Number(declaredLength);
  if (sizeBytes > putSizeBytesMax) throw entityTooLarge(sizeBytes, putSizeBytesMax);

  if (payloadHash.startsWith('STREAMING-')) throw notImplemented(payloadHash);
  const expectations: Expectation[] = [];
  const crc32 = header('x-amz-checksum-crc32');
  if (crc32 !== undefined) expectations.push({ name: 'x-amz-checksum-crc32', digest: crc32Digest(), expected: crc32 });
  if (/^[0-9a-f]{64}$/.test(payloadHash)) {
    expectations.push({ name: 'x-amz-content-sha256', digest: hashDigest('sha256'), expected: payloadHash });
  }

  // If a reader stops early, the request stays open. So the server can discard the remaining bytes while it responds.
  return verifyBody({ [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }, sizeBytes, expectations);
}

/** Returns a small body as text. */
export async function readRequestDocument(description: BodyDescription): Promise<string> {
  const limits = { sizeBytesMin: 0, sizeBytesMax: documentSizeBytesMax };
  return text(limitSize(readRequestBody(description), limits));
}

/** Forwards a body, and throws at the first byte above the limit. */
export async function* limitSize(source: Chunks, { sizeBytesMin, sizeBytesMax }: SizeLimits): AsyncGenerator<Uint8Array> {
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

async function* verifyBody(source: Chunks, sizeBytes: number, expectations: Expectation[]): AsyncGenerator<Uint8Array> {
  let readBytes = 0;
  for await (const chunk of source) {
    readBytes += chunk.length;
    for (const { digest } of expectations) digest.update(chunk);
    yield chunk;
  }
  if (readBytes !== sizeBytes) throw incompleteBody();
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
