import type { IncomingMessage } from 'node:http';
import { validateHeaderValue } from 'node:http';
import type { Readable } from 'node:stream';
import type { BodyDescription } from './body.ts';
import { invalidArgument, notImplemented, S3Error } from './s3-error.ts';
import type { Credentials } from './signature.ts';
import type { ObjectStore } from './store.ts';

/** The content of the request line, not yet verified. */
export type RequestTarget = {
  method: string;
  /** The decoded path, with its leading slash. */
  path: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
};

export type S3Request = RequestTarget & BodyDescription & { accessKeyId: string };

export type Services = {
  store: ObjectStore;
  credentials: Credentials;
  /** Returns whether the signer may perform this action on a bucket or on an object in it. */
  isAllowed(accessKeyId: string, action: string, bucket: string, key?: string): boolean;
  hasBucket(name: string): boolean;
  now(): number;
};

export type S3Response = { status: number; headers?: Record<string, string>; xml?: string; stream?: Readable };

/** These headers are supported or have no effect. Any other `x-amz-` header needs a feature that is not implemented. */
const knownAmzHeaders = new Set(
  [
    ['algorithm', 'credential', 'date', 'expires', 'signedheaders', 'signature', 'content-sha256', 'security-token', 'user-agent'],
    ['sdk-checksum-algorithm', 'checksum-algorithm', 'checksum-mode', 'checksum-crc32', 'copy-source'],
  ].flatMap((names) => names.map((name) => `x-amz-${name}`)),
);

/** Standard headers that change a response or an object in S3, but are not implemented here. */
const unsupportedHeaders = ['if-match', 'if-unmodified-since'];
const unsupportedUploadHeaders = ['content-disposition', 'content-encoding', 'content-language', 'content-md5', 'expires', 'if-none-match'];

/** Returns the parts of the request line. `new URL` is not used, because it would resolve `..`, and a key may contain `..`. */
export function readTarget({ method = 'GET', url = '/' }: IncomingMessage): RequestTarget {
  const [rawPath = '/', ...rawQuery] = url.split('?');
  const path = decodePath(rawPath);
  const [, bucket = '', ...keyParts] = path.split('/');
  return { method, path, bucket, key: keyParts.join('/'), query: new URLSearchParams(rawQuery.join('?')) };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** Returns a function that reads headers, including the `x-amz-` headers that a presigned query contains and signs. */
export function headerReader(incoming: IncomingMessage, query: URLSearchParams): (name: string) => string | undefined {
  const queryValues = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = incoming.headers[name] ?? (isHeaderInQuery(name, query) ? queryValues.get(name) : undefined);
    return Array.isArray(value) ? value.join(', ') : value;
  };
}

/** Returns whether this query parameter replaces a header. */
export const isHeaderInQuery = (name: string, query: URLSearchParams) => query.has('X-Amz-Signature') && /^x-amz-/i.test(name);

const headerNames = (incoming: IncomingMessage, query: URLSearchParams): string[] => [
  ...Object.keys(incoming.headers),
  ...[...query.keys()].filter((name) => isHeaderInQuery(name, query)).map((name) => name.toLowerCase()),
];

/**
 * Rejects headers that are not supported. Without this check, these headers would be ignored without an error.
 * @throws S3Error that names the header
 */
export function requireKnownHeaders({ incoming, method, query }: S3Request): void {
  const unsupportedNames = [...unsupportedHeaders, ...(method === 'PUT' || method === 'POST' ? unsupportedUploadHeaders : [])];
  const unknownHeader = headerNames(incoming, query).find(
    (name) => unsupportedNames.includes(name) || (name.startsWith('x-amz-') && !knownAmzHeaders.has(name)),
  );
  if (unknownHeader) throw notImplemented(`${method} with ${unknownHeader}`);
}

/** Returns the options of a stored object from the request headers. */
export const putOptions = ({ header }: S3Request) => ({
  contentType: header('content-type') || undefined,
  cacheControl: header('cache-control') || undefined,
});

export function requireHeaderValues(headers: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      if (value !== undefined) validateHeaderValue(name, value);
    } catch {
      throw invalidArgument(`The value of ${name} contains characters that are not allowed in a header.`);
    }
  }
}
