/** Reads and writes single objects of the media bucket (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_S3.html). */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpRequest } from '@smithy/core/protocols';
import { requiredEnv } from '../platform/config.ts';
import { encodeStrictly } from '../platform/encode-strictly.ts';
import { requestParts, signer, storageRoot } from './s3-signer.ts';

/** Requests are repeated after network errors and server errors. This is safe, because a repeated request has the same effect. */
const attemptsMax = 4;
const pauseMs = 100;
const attemptMsMax = 60_000;
/** A stream may have to wait until the earlier files are packed. So this limit is the maximum run time of a function. */
const streamMsMax = 15 * 60_000;

type Options = { headers?: Record<string, string>; body?: Buffer; attemptMs?: number };

/**
 * @throws Error if the status is 300 or higher and not in `otherStatuses`. The error has `$metadata`, like the errors of the AWS SDK.
 */
async function send(method: 'GET' | 'PUT' | 'DELETE', key: string, options: Options, otherStatuses: number[] = []): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(method, key, options).catch((error: Error) => error);
    if (response instanceof Response && (response.ok || otherStatuses.includes(response.status))) return response;
    const status = response instanceof Response ? response.status : 503;
    if (attempt === attemptsMax || (status < 500 && status !== 429)) throw await errorOf(response, { method, key, status });
    await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt * (0.5 + Math.random() / 2)));
  }
}

async function sendOnce(method: string, key: string, { headers = {}, body, attemptMs = attemptMsMax }: Options): Promise<Response> {
  const parts = requestParts(key);
  // S3 compares the body with this hash, so it stores no damaged file.
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const request = new HttpRequest({ ...parts, method, headers: { ...parts.headers, ...headers, 'x-amz-content-sha256': hash } });
  const { headers: signedHeaders } = await signer().sign(request);
  return fetch(storageRoot().origin + parts.path, {
    method,
    headers: signedHeaders,
    ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    redirect: 'error',
    signal: AbortSignal.timeout(attemptMs),
  });
}

async function errorOf(
  response: Response | Error,
  { method, key, status }: { method: string; key: string; status: number },
): Promise<Error> {
  const [cause, text] = response instanceof Error ? [response, ''] : [undefined, await response.text()];
  return storageError(`${method} ${key}`, { status, text, cause });
}

function storageError(request: string, { status, text, cause }: { status: number; text: string; cause?: unknown }): Error {
  const name = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'NetworkError';
  return Object.assign(new Error(`${request}: status ${status} ${name}`, { cause }), { name, $metadata: { httpStatusCode: status } });
}

/** S3 returns 403 for a missing object, because the functions may not list the bucket. */
const missingStatuses = [403, 404];

export async function readObject(key: string): Promise<Buffer> {
  return Buffer.from(await (await send('GET', key, {})).arrayBuffer());
}

export async function readObjectIfExists(key: string): Promise<Buffer | undefined> {
  const response = await send('GET', key, {}, missingStatuses);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? bytes : undefined;
}

/** Returns the first bytes of an object, its type and its total size, or undefined if the object does not exist. */
export async function readStart(
  key: string,
  length: number,
): Promise<{ bytes: Buffer; contentType: string; sizeBytes: number } | undefined> {
  const response = await send('GET', key, { headers: { range: `bytes=0-${length - 1}` } }, missingStatuses);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) return undefined;
  const sizeBytes = Number(response.headers.get('content-range')?.split('/')[1]);
  return { bytes, contentType: response.headers.get('content-type') ?? '', sizeBytes };
}

/** Returns whether an object still exists. */
export const objectExists = async (key: string): Promise<boolean> => (await readStart(key, 1)) !== undefined;

export async function putObject(key: string, body: Buffer, contentType: string): Promise<void> {
  await send('PUT', key, { body, headers: { 'content-type': contentType } });
}

/** Hides an object behind a delete marker. A missing object causes no error. */
export async function deleteObject(key: string): Promise<void> {
  await send('DELETE', key, {});
}

/** Downloads an object to a file without loading it into memory. */
export async function downloadToFile(key: string, file: string): Promise<void> {
  const { body } = await send('GET', key, {});
  if (!body) throw new Error(`GET ${key}: no body`);
  await pipeline(Readable.fromWeb(body as import('node:stream/web').ReadableStream), createWriteStream(file));
}

export type ObjectStream = AsyncIterable<Uint8Array<ArrayBuffer>> & { cancel(): Promise<void> };

/** Streams the bytes of an object. The caller reads or cancels the stream, because an open stream keeps its connection. */
export async function streamObject(key: string): Promise<ObjectStream> {
  const { body } = await send('GET', key, { attemptMs: streamMsMax });
  if (!body) throw new Error(`GET ${key}: no body`);
  // The reader locks the stream. Without a reader, Node would cancel the stream when the response is garbage-collected.
  const reader = body.getReader();
  return {
    cancel: () => reader.cancel(),
    async *[Symbol.asyncIterator]() {
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    },
  };
}

/** Copies an object of at most 5 GB. S3 sends status 200 before the copy ends. So only the body shows whether the copy succeeded. */
export async function copyObject(from: string, to: string): Promise<void> {
  const source = `${requiredEnv('MEDIA_BUCKET')}/${from.split('/').map(encodeStrictly).join('/')}`;
  const response = await send('PUT', to, { headers: { 'x-amz-copy-source': source } });
  const text = await response.text();
  if (!text.includes('<CopyObjectResult')) throw storageError(`PUT ${to}`, { status: 500, text });
}
