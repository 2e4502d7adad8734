/** Verifies that a webhook comes from fal: an Ed25519 signature over its headers and raw body, by any key of fal's published set. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { standInUrl } from '../platform/config.ts';

const clockSkewSecondsMax = 300;
const keysKeptMs = 12 * 3600_000;
/** A forged signature must not cause a key request each time. */
const refetchPauseMs = 60_000;
const fetchTimeoutMs = 5_000;

type Headers = Record<string, string | undefined>;
type Jwks = { keys: { kty: string; crv: string; x: string }[] };

let known: { keys: KeyObject[]; fetchedAt: number } | undefined;

/** @throws AppError BadSignature unless fal signed exactly this message at most 300 s ago. */
export async function verifyFalWebhook(headers: Headers, rawBody: Buffer, now: Date): Promise<void> {
  const [requestId, userId, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers[`x-fal-webhook-${name}`],
  );
  if (!requestId || !userId || !timestamp || !signature) throw new AppError('BadSignature');
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= clockSkewSecondsMax)) throw new AppError('BadSignature');
  const digest = createHash('sha256').update(rawBody).digest('hex');
  const message = Buffer.from([requestId, userId, timestamp, digest].join('\n'));
  const signed = (keys: KeyObject[]) => keys.some((key) => verify(null, message, key, Buffer.from(signature, 'hex')));
  if (signed(await keysAt(now, keysKeptMs))) return;
  if (signed(await keysAt(now, refetchPauseMs))) return;
  throw new AppError('BadSignature');
}

async function keysAt(now: Date, ageMsMax: number): Promise<KeyObject[]> {
  if (known && now.getTime() - known.fetchedAt < ageMsMax) return known.keys;
  const url = new URL('/.well-known/jwks.json', standInUrl('FAL') ?? 'https://rest.fal.ai');
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!response.ok) throw new AppError('VendorUnreachable', { details: { status: response.status } });
  const { keys } = (await response.json()) as Jwks;
  known = { keys: keys.filter((key) => key.crv === 'Ed25519').map(publicKeyOf), fetchedAt: now.getTime() };
  return known.keys;
}

/** The live key set pads its base64url values, which the standard forbids and Node rejects. */
const publicKeyOf = ({ kty, crv, x }: Jwks['keys'][number]): KeyObject =>
  createPublicKey({ key: { kty, crv, x: x.replaceAll('=', '') }, format: 'jwk' });
