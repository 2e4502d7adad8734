/** Verifies that fal sent a webhook, and reads the report. fal signs the headers and the raw body with Ed25519. */
import { createHash, createPublicKey, verify as isValidSignature, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { standInUrl } from '../platform/config.ts';
import { progressOfPayload } from './fal.ts';
import { codeOfFalError } from './fal-errors.ts';
import type { VideoEnd } from './video-port.ts';

const clockSkewSecondsMax = 300;
const keyCacheMs = 12 * 3600_000;
/** Minimum time between two requests for the keys, so that not every forged signature causes a request. */
const refetchPauseMs = 60_000;
const fetchTimeoutMs = 5_000;

type Headers = Record<string, string | undefined>;
type Jwks = { keys: { kty: string; crv: string; x: string }[] };

const message = z.object({
  request_id: z.string().min(1),
  status: z.enum(['OK', 'ERROR']),
  error: z.string().optional(),
  payload: z.unknown(),
  payload_error: z.string().nullish(),
});

let cachedKeys: { keys: KeyObject[]; fetchedAt: number } | undefined;

/** @throws AppError BadSignature unless fal signed exactly this message at most 300 s ago. */
async function verify(headers: Headers, rawBody: Buffer, now: Date): Promise<void> {
  const [requestId, userId, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers[`x-fal-webhook-${name}`],
  );
  if (!requestId || !userId || !timestamp || !signature) throw new AppError('BadSignature');
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= clockSkewSecondsMax)) throw new AppError('BadSignature');
  const digest = createHash('sha256').update(rawBody).digest('hex');
  const signedText = Buffer.from([requestId, userId, timestamp, digest].join('\n'));
  const isSignedWith = (keys: KeyObject[]) => keys.some((key) => isValidSignature(null, signedText, key, Buffer.from(signature, 'hex')));
  if (isSignedWith(await keysAt(now, keyCacheMs))) return;
  if (isSignedWith(await keysAt(now, refetchPauseMs))) return;
  throw new AppError('BadSignature');
}

async function keysAt(now: Date, ageMsMax: number): Promise<KeyObject[]> {
  if (cachedKeys && now.getTime() - cachedKeys.fetchedAt < ageMsMax) return cachedKeys.keys;
  const url = new URL('/.well-known/jwks.json', standInUrl('fal') ?? 'https://rest.fal.ai');
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!response.ok) throw new AppError('VendorUnreachable', { details: { status: response.status } });
  const { keys } = (await response.json()) as Jwks;
  cachedKeys = { keys: keys.filter((key) => key.crv === 'Ed25519').map(publicKeyOf), fetchedAt: now.getTime() };
  return cachedKeys.keys;
}

/** fal's key set has base64url values with padding. The standard does not allow padding and Node rejects it, so the padding is removed. */
const publicKeyOf = ({ kty, crv, x }: Jwks['keys'][number]): KeyObject =>
  createPublicKey({ key: { kty, crv, x: x.replaceAll('=', '') }, format: 'jwk' });

/**
 * Verifies the signature of a message and reads the message.
 * @returns the report. If fal could not include the result in the message, `end` is undefined, and a poll reads the result later.
 * @throws AppError BadSignature; BadRequest if the message is not a report.
 */
export async function readFalReport(
  headers: Headers,
  rawBody: Buffer,
  now: Date,
): Promise<{ requestId: string; end: VideoEnd | undefined }> {
  await verify(headers, rawBody, now);
  const report = messageIn(rawBody);
  return { requestId: report.request_id, end: endOf(report) };
}

function messageIn(rawBody: Buffer): z.infer<typeof message> {
  try {
    return message.parse(JSON.parse(rawBody.toString('utf8')));
  } catch (cause) {
    throw new AppError('BadRequest', { cause });
  }
}

function endOf({ status, error, payload, payload_error: payloadError }: z.infer<typeof message>): VideoEnd | undefined {
  if (status === 'ERROR') return { status: 'failed', code: codeOfFalError(statusIn(error), JSON.stringify(payload ?? {})) };
  return payloadError ? undefined : progressOfPayload(payload);
}

/** Returns the status code of a failure. fal reports the code only in a text: 'Invalid status code: 422'. */
const statusIn = (text: string | undefined): number => Number(/\b[45]\d\d\b/.exec(text ?? '')?.[0] ?? 500);
