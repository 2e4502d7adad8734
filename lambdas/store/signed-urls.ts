/**
 * Signs links to files for browsers and clients of the API. CloudFront checks the signature with a canned policy. So a link opens exactly
 * one file, with exactly its query
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html).
 */
import * as z from 'zod';
import { requiredEnv } from '../platform/config.ts';
import { encodeStrictly } from '../platform/encode-strictly.ts';
import { type P256Key, readP256Key } from '../platform/p256-signature.ts';
import { secret } from '../platform/secrets.ts';
import { type MediaLinks, readMediaLinks } from './media-links.ts';

/**
 * All links of an hour expire at the same time. So a link stays the same while the page polls, and a playing video does not start again.
 */
const intervalMs = 3_600_000;
/** Minimum time for which a returned link is valid. The maximum is this time plus `intervalMs`. */
const validMsMin = 3_600_000;

/** Returns the time at which the links of this moment expire. */
export const linkExpiry = (now: Date): Date => new Date(Math.floor(now.getTime() / intervalMs) * intervalMs + intervalMs + validMsMin);

/**
 * Returns a link to a file of the media bucket for the next one to two hours.
 * @param downloadName the browser saves the file with this name, instead of showing the file.
 */
export async function signedUrl(key: string, now: Date, downloadName?: string): Promise<string> {
  const { origin, keyPairId, privateKey } = await readSigner();
  const query = downloadName
    ? // S3 returns this value as a header, because CloudFront forwards the parameter and signs the request to S3
      // (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html).
      `response-content-disposition=${encodeStrictly(`attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}`)}`
    : '';
  const resource = `${origin}/${key.split('/').map(encodeStrictly).join('/')}${query && `?${query}`}`;
  const expires = linkExpiry(now).getTime() / 1000;
  const signature = signatureOf(resource, expires, privateKey);
  return `${resource}${query ? '&' : '?'}Expires=${expires}&Signature=${signature}&Key-Pair-Id=${keyPairId}&Hash-Algorithm=SHA256`;
}

type Signer = { origin: string; keyPairId: string; privateKey: P256Key };

/** The keys of the secret. `npm run deploy` writes them (tools/deploy/media-keys.ts). */
const signingSecret = z.object({ MEDIA_PRIVATE_KEY: z.string() });

/** The last signer, and the values from which it was made. A new secret or new settings create a new signer. */
let lastSigner: (Signer & { links: MediaLinks; secretText: string }) | undefined;

async function readSigner(): Promise<Signer> {
  const [links, secretText] = await Promise.all([readMediaLinks(), secret(requiredEnv('MEDIA_SIGNING_SECRET_ARN'))]);
  if (lastSigner?.links === links && lastSigner.secretText === secretText) return lastSigner;
  const privateKey = readP256Key(signingSecret.parse(JSON.parse(secretText)).MEDIA_PRIVATE_KEY);
  lastSigner = { origin: links.origin, keyPairId: keyPairIdOf(privateKey, links), privateKey, links, secretText };
  return lastSigner;
}

function keyPairIdOf({ publicKey }: P256Key, { keys }: MediaLinks): string {
  const key = keys.find((one) => one.publicKey === publicKey);
  if (!key) throw new Error('CloudFront does not know the public key of the private key that signs links (docs/runbook.md)');
  return key.id;
}

/** The signatures of the current key and hour, by resource. A new key or a new hour creates a new cache. */
let signatures: { privateKey: P256Key; expires: number; byResource: Map<string, string> } | undefined;
/** Maximum size of the cache. A batch of 100 items has far fewer links. An export signs more links, but each of them only once. */
const signaturesMax = 5_000;

function signatureOf(resource: string, expires: number, privateKey: P256Key): string {
  if (signatures?.privateKey !== privateKey || signatures.expires !== expires || signatures.byResource.size >= signaturesMax)
    signatures = { privateKey, expires, byResource: new Map() };
  const { byResource } = signatures;
  const cached = byResource.get(resource);
  if (cached) return cached;
  const signature = toUrlText(privateKey.sign(cannedPolicy(resource, expires)));
  byResource.set(resource, signature);
  return signature;
}

/** Returns the policy that CloudFront computes from the URL. The names must have this order, and the text has no spaces. */
const cannedPolicy = (resource: string, expires: number): string =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }] });

const urlCharacters: Record<string, string> = { '+': '-', '=': '_', '/': '~' };
const toUrlText = (bytes: Buffer): string => bytes.toString('base64').replace(/[+=/]/g, (character) => urlCharacters[character] ?? '');
