import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, loopback } from '../../base/listen.ts';
import { sendStream } from '../cloudfront/send-stream.ts';
import { type CorsRule, corsHeaders, preflightHeaders } from './cors.ts';
import { runOperation } from './operations.ts';
import { postObject } from './post-form.ts';
import { headerReader, readTarget, type S3Response, type Services } from './request.ts';
import { noSuchBucket, notImplemented, S3Error } from './s3-error.ts';
import { type Credentials, verifySignature } from './signature.ts';
import type { ObjectStore } from './store.ts';
import { xmlDocument } from './xml.ts';

export type { CorsRule } from './cors.ts';

type S3ServerOptions = {
  store: ObjectStore;
  credentials: Credentials;
  /** Checks permissions. By default, every call is allowed. */
  isAllowed?: Services['isAllowed'];
  /** The stack's buckets by name. There are no other buckets. */
  buckets: ReadonlyMap<string, { corsRules: CorsRule[] }>;
  /** A free port by default. */
  port?: number;
  /** Milliseconds since 1970, for expiry. */
  now?: () => number;
  /** Receives errors that are not caused by the client. */
  onError?: (error: unknown) => void;
};

/** After an error, the server reads and discards at most this number of bytes. The sender of a photo or clip can then read the response. */
const discardedBytesMax = 64 * 1024 ** 2;

/** Limit for one whole request. The transfer of the largest video takes only seconds. */
const requestTimeoutMs = 5 * 60 * 1000;

/** Starts the local S3. The path of a URL contains the name of the bucket. The server accepts only signed requests. */
export async function startS3Server(options: S3ServerOptions): Promise<{ url: string; stop(): Promise<void> }> {
  await options.store.removeLeftovers();
  const server = createServer({ requestTimeout: requestTimeoutMs }, (incoming, response) => void serve(incoming, response, options));
  const port = await listen(server, options.port);
  return { url: `http://${loopback}:${port}`, stop: () => close(server) };
}

async function serve(incoming: IncomingMessage, response: ServerResponse, options: S3ServerOptions): Promise<void> {
  const { onError = console.error } = options;
  const requestId = randomUUID();
  response.setHeader('x-amz-request-id', requestId);
  try {
    const result = await handleRequest(incoming, response, options).catch((error) => {
      // If the client disconnected, the error is not a defect of the server.
      if (!(error instanceof S3Error) && !incoming.errored) onError(error);
      discardRemainingBytes(incoming);
      return errorResponse(error, incoming, requestId);
    });
    await send(result, incoming, response);
  } catch (error) {
    if (!response.destroyed) onError(error);
    response.destroy();
  }
}

async function handleRequest(incoming: IncomingMessage, response: ServerResponse, options: S3ServerOptions): Promise<S3Response> {
  const { store, credentials, isAllowed = () => true, buckets, now = Date.now } = options;
  const address = readTarget(incoming);
  const { method, bucket, key, query } = address;
  const rules = buckets.get(bucket)?.corsRules ?? [];
  if (method === 'OPTIONS') return { status: 200, headers: preflightHeaders(rules, incoming.headers) };
  // The CORS headers are set before any error, so that a page can also read error responses.
  for (const [name, value] of Object.entries(corsHeaders(rules, method, incoming.headers))) response.setHeader(name, value);

  const services: Services = { store, credentials, isAllowed, hasBucket: (name) => buckets.has(name), now };
  const isForm = method === 'POST' && !key && incoming.headers['content-type']?.startsWith('multipart/form-data');
  const signer = isForm ? undefined : verifySignature({ ...address, headers: incoming.headers }, credentials, now());
  if (!bucket) throw notImplemented(`${method} of the list of buckets`);
  if (!signer) {
    if (!buckets.has(bucket)) throw noSuchBucket(bucket);
    return postObject(incoming, bucket, services);
  }
  const request = { ...address, incoming, header: headerReader(incoming, query), ...signer };
  return runOperation(request, services);
}

async function send({ status, headers, xml, stream }: S3Response, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const hasNoBody = status === 204 || status === 304 || incoming.method === 'HEAD';
  response.writeHead(status, {
    ...(xml !== undefined && { 'content-type': 'application/xml' }),
    ...(!hasNoBody && { 'content-length': Buffer.byteLength(xml ?? '') }),
    ...headers,
  });
  if (stream) await sendStream(stream, response);
  else response.end(hasNoBody ? undefined : xml);
}

function errorResponse(error: unknown, { url }: IncomingMessage, requestId: string): S3Response {
  const s3Error =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
  const { status, code, message, details, headers } = s3Error;
  return { status, headers, xml: xmlDocument('Error', { Code: code, Message: message, ...details, Resource: url, RequestId: requestId }) };
}

/**
 * Reads and ignores the remaining bytes of a request. If the server closed the connection while the client is still sending, the client
 * would not get the response.
 */
function discardRemainingBytes(incoming: IncomingMessage): void {
  let discardedBytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > discardedBytesMax) incoming.destroy();
  });
  incoming.resume();
}
