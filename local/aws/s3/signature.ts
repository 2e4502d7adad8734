import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SessionError } from '../iam/sessions.ts';
import { accessDenied, S3Error } from './s3-error.ts';

export type Credentials = {
  accessKeyId: string;
  secretAccessKey: string;
  /** Returns the secret of session credentials, or S3's error code. Without this function, there are no sessions. */
  secretOf?(accessKeyId: string, sessionToken: string | undefined): { secretAccessKey: string } | SessionError;
};

export type SignedRequest = {
  method: string;
  /** The decoded path, with its leading slash. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
};

type Scope = { accessKeyId: string; secretAccessKey: string; day: string; region: string };

/** The signature data of a request, from its header or query. */
type SignatureData = { scope: Scope; date: string; signedHeaders: string[]; signature: string; payloadHash: string };

export type Signer = { accessKeyId: string; payloadHash: string };

const algorithm = 'AWS4-HMAC-SHA256';
const unsignedPayload = 'UNSIGNED-PAYLOAD';

/** Maximum difference between the clocks of the client and of the server. */
const clockSkewMsMax = 15 * 60 * 1000;
/** S3's maximum lifetime of a presigned URL. */
const presignedSecondsMax = 7 * 24 * 60 * 60;

/**
 * Checks the signature in the request's header or query (AWS Signature Version 4).
 * @returns the signer, and the required hash of the body or the name of its transfer method
 * @throws S3Error AccessDenied if the request is not signed or has expired, otherwise S3's error code
 */
export function verifySignature(request: SignedRequest, credentials: Credentials, nowMs: number): Signer {
  const signatureData = readSignatureData(request, credentials, nowMs);
  const signedNames = new Set(signatureData.signedHeaders);
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  const unsignedNames = mustBeSigned.filter((name) => !signedNames.has(name));
  if (unsignedNames.length > 0)
    throw accessDenied(`There were headers present in the request which were not signed: ${unsignedNames.join(', ')}`);

  const { day, region } = signatureData.scope;
  const canonicalHash = createHash('sha256').update(canonicalRequest(request, signatureData)).digest('hex');
  const stringToSign = [algorithm, signatureData.date, `${day}/${region}/s3/aws4_request`, canonicalHash].join('\n');
  requireSignature(signatureData.scope, stringToSign, signatureData.signature);
  return { accessKeyId: signatureData.scope.accessKeyId, payloadHash: signatureData.payloadHash };
}

const sessionErrors: Record<SessionError, [status: number, message: string]> = {
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidToken: [400, 'The provided token is malformed or otherwise invalid.'],
  ExpiredToken: [400, 'The provided token has expired.'],
};

/** Checks the access key and its session token. Returns the inputs of the signing key. */
export function readScope(credential: string, sessionToken: string | undefined, credentials: Credentials): Scope {
  const [, accessKeyId, day, region] = /^([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request$/.exec(credential) ?? [];
  if (!accessKeyId || !day || !region) {
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      'The credential is mal-formed; expecting "<key>/YYYYMMDD/REGION/s3/aws4_request".',
    );
  }
  const secret =
    accessKeyId === credentials.accessKeyId ? credentials : (credentials.secretOf?.(accessKeyId, sessionToken) ?? 'InvalidAccessKeyId');
  if (typeof secret === 'string') {
    const [status, message] = sessionErrors[secret];
    throw new S3Error(status, secret, message);
  }
  return { accessKeyId, secretAccessKey: secret.secretAccessKey, day, region };
}

export function requireSignature({ secretAccessKey, day, region }: Scope, text: string, signature: string): void {
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const expected = Buffer.from(hmac(key, text).toString('hex'));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.');
  }
}

/** @param path a decoded path. Its slashes stay unchanged. */
export const encodePath = (path: string) => path.split('/').map(encode).join('/');

function readSignatureData(request: SignedRequest, credentials: Credentials, nowMs: number): SignatureData {
  const { authorization } = request.headers;
  const isPresigned = request.query.has('X-Amz-Signature');
  if (authorization && isPresigned) throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (isPresigned) return readSignatureQuery(request.query, credentials, nowMs);
  if (authorization) return readSignatureHeader(authorization, request.headers, credentials, nowMs);
  throw accessDenied();
}

function readSignatureHeader(authorization: string, headers: IncomingHttpHeaders, credentials: Credentials, nowMs: number): SignatureData {
  if (!authorization.startsWith(`${algorithm} `)) {
    throw new S3Error(400, 'InvalidRequest', `The authorization mechanism you have provided is not supported. Please use ${algorithm}.`);
  }
  const [, credential, signedHeaders, signature] =
    /Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([^,\s]+)$/.exec(authorization) ?? [];
  if (!credential || !signedHeaders || !signature) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header that you provided is not valid.');
  }
  const sessionToken = headers['x-amz-security-token'];
  const scope = readScope(credential, typeof sessionToken === 'string' ? sessionToken : undefined, credentials);
  const date = String(headers['x-amz-date'] ?? '');
  const signedAtMs = parseAmzDate(date);
  if (!date.startsWith(scope.day)) throw accessDenied('The date of the credential differs from the date of the request.');
  if (!(Math.abs(nowMs - signedAtMs) <= clockSkewMsMax)) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.');
  }
  const payloadHash = headers['x-amz-content-sha256'];
  if (typeof payloadHash !== 'string')
    throw new S3Error(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  return { scope, date, signedHeaders: signedHeaders.split(';'), signature, payloadHash };
}

function readSignatureQuery(query: URLSearchParams, credentials: Credentials, nowMs: number): SignatureData {
  const malformedError = (message: string) => new S3Error(400, 'AuthorizationQueryParametersError', message);
  const field = (name: string) => {
    const value = query.get(name);
    if (!value) throw malformedError(`Query-string authentication requires ${name}.`);
    return value;
  };
  if (field('X-Amz-Algorithm') !== algorithm) throw malformedError(`X-Amz-Algorithm only supports "${algorithm}"`);
  const scope = readScope(field('X-Amz-Credential'), query.get('X-Amz-Security-Token') ?? undefined, credentials);
  const date = field('X-Amz-Date');
  const signedAtMs = parseAmzDate(date);
  const expiresSeconds = Number(field('X-Amz-Expires'));
  if (Number.isNaN(signedAtMs) || !date.startsWith(scope.day))
    throw malformedError('X-Amz-Date must be the date of the credential, in ISO 8601.');
  if (!Number.isInteger(expiresSeconds) || expiresSeconds < 1 || expiresSeconds > presignedSecondsMax) {
    throw malformedError(`X-Amz-Expires must be between 1 and ${presignedSecondsMax} seconds`);
  }
  if (nowMs < signedAtMs - clockSkewMsMax) throw accessDenied('Request is not valid yet');
  if (nowMs > signedAtMs + expiresSeconds * 1000) throw accessDenied('Request has expired');
  return {
    scope,
    date,
    signedHeaders: field('X-Amz-SignedHeaders').split(';'),
    signature: field('X-Amz-Signature'),
    payloadHash: query.get('X-Amz-Content-Sha256') ?? unsignedPayload,
  };
}

function canonicalRequest({ method, path, query, headers }: SignedRequest, signatureData: SignatureData): string {
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map((pair) => pair.join('='))
    .join('&');
  const canonicalHeaders = signatureData.signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}`,
  );
  return [
    method,
    encodePath(path),
    canonicalQuery,
    ...canonicalHeaders,
    '',
    signatureData.signedHeaders.join(';'),
    signatureData.payloadHash,
  ].join('\n');
}

/** @returns NaN if the date does not have the basic form of ISO 8601, `20260131T235959Z` */
const parseAmzDate = (date: string) => Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** encodeURIComponent does not encode five characters that AWS encodes. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
