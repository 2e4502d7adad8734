/**
 * Checks signed URLs in the same way as CloudFront. Only canned policies are supported, because the product signs no other policy.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { rawPathOf, rawQueryOf } from './request.ts';

/** The parameters of a signature. CloudFront removes them before it compares, caches and forwards a request. */
const signatureParameters = ['Expires', 'Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'];

/** Code and message of the error. https://repost.aws/knowledge-center/cloudfront-troubleshoot-signed-url-cookies */
export type SignatureError = { code: 'MissingKey' | 'InvalidKey' | 'AccessDenied'; message: string };

const missingKey: SignatureError = { code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter or cookie value' };
const unknownKey: SignatureError = { code: 'InvalidKey', message: 'Unknown Key' };
const accessDenied: SignatureError = { code: 'AccessDenied', message: 'Access denied' };

/** The public keys of the trusted key groups of a behaviour, by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** @throws Error unless the text is a public key that CloudFront accepts: RSA with 2048 bits, or ECDSA with the curve P-256 */
export function readPublicKey(encodedKey: string): KeyObject {
  const key = createPublicKey(encodedKey);
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
  if (namedCurve !== 'prime256v1' && modulusLength !== 2048) throw new Error('CloudFront accepts only keys of RSA 2048 and ECDSA P-256');
  return key;
}

/** Returns the query of a request without the parameters of the signature. */
export const unsignedQueryOf = (request: IncomingMessage): string =>
  parametersOf(request)
    .filter((parameter) => !isSignatureParameter(parameter))
    .join('&');

/** Returns the reason why CloudFront refuses a request, or undefined if its signature is valid. */
export function findSignatureError(request: IncomingMessage, keys: TrustedKeys, nowMs: number): SignatureError | undefined {
  const parameters = parametersOf(request).filter(isSignatureParameter);
  const values = new Map(parameters.map((parameter) => [nameOf(parameter), parameter.slice(nameOf(parameter).length + 1)]));
  const keyPairId = values.get('Key-Pair-Id');
  if (!keyPairId) return missingKey;
  const key = keys.get(keyPairId);
  if (!key) return unknownKey;
  const [expires = '', signature = '', hash = 'SHA1'] = ['Expires', 'Signature', 'Hash-Algorithm'].map((name) => values.get(name));
  const isComplete = /^\d{1,12}$/.test(expires) && /^[\w~-]+$/.test(signature) && /^SHA(1|256)$/.test(hash);
  if (values.size < parameters.length || values.has('Policy') || !isComplete) return accessDenied;
  const policy = cannedPolicy(resourceOf(request), Number(expires));
  const isValid = verify(hash === 'SHA1' ? 'sha1' : 'sha256', Buffer.from(policy), key, Buffer.from(toBase64(signature), 'base64'));
  return isValid && nowMs < Number(expires) * 1000 ? undefined : accessDenied;
}

const parametersOf = (request: IncomingMessage): string[] => rawQueryOf(request).split('&').filter(Boolean);
const nameOf = (parameter: string): string => parameter.split('=', 1)[0] ?? '';
const isSignatureParameter = (parameter: string): boolean => signatureParameters.includes(nameOf(parameter));

/** Returns the URL that the signer signed: the URL of the viewer, unchanged, without the parameters of the signature. */
function resourceOf(request: IncomingMessage): string {
  const query = unsignedQueryOf(request);
  return `http://${request.headers.host}${rawPathOf(request)}${query && `?${query}`}`;
}

const cannedPolicy = (resource: string, expires: number): string =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }] });

const base64Characters: Record<string, string> = { '-': '+', _: '=', '~': '/' };
const toBase64 = (text: string): string => text.replace(/[-_~]/g, (character) => base64Characters[character] ?? '');
