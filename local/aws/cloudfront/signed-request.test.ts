import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { findSignatureError, readPublicKey, unsignedQueryOf } from './signed-request.ts';

const [pair, spare, stranger] = [newPair(), newPair(), newPair()];
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = new Map([
  ['KPAIR', pair.publicKey],
  ['KSPARE', spare.publicKey],
  ['KRSA', rsa.publicKey],
]);
const expires = 1_800_000_000;
const beforeExpiry = (expires - 1) * 1000;
const host = 'localhost:3000';
const path = '/results/ada/batch/item-0.mp4';

function newPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

const toUrlText = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');

type Signing = { privateKey?: KeyObject; hash?: 'sha1' | 'sha256'; resource?: string };

/** Returns the signature of a resource with a canned policy. */
function signatureOf({ privateKey = pair.privateKey, hash = 'sha256', resource = `http://${host}${path}` }: Signing = {}): string {
  const policy = { Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }] };
  return toUrlText(sign(hash, Buffer.from(JSON.stringify(policy)), privateKey));
}

const request = (url: string, requestHost = host) => ({ url, headers: { host: requestHost } }) as IncomingMessage;
const errorOf = (url: string, nowMs = beforeExpiry, requestHost = host) => findSignatureError(request(url, requestHost), keys, nowMs);

const link = (changes: Record<string, string | undefined> = {}, target = path) => {
  const parameters = { Expires: String(expires), Signature: signatureOf(), 'Key-Pair-Id': 'KPAIR', 'Hash-Algorithm': 'SHA256', ...changes };
  const query = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return `${target}${target.includes('?') ? '&' : '?'}${query.join('&')}`;
};

describe('a request is refused with the error of CloudFront', () => {
  test.each<[string, string, string]>([
    ['without a query', path, 'MissingKey'],
    ['without the id of a key', link({ 'Key-Pair-Id': undefined }), 'MissingKey'],
    ['with an empty id of a key', link({ 'Key-Pair-Id': '' }), 'MissingKey'],
    ['with the id of an unknown key', link({ 'Key-Pair-Id': 'KOTHER' }), 'InvalidKey'],
    ['with the name of an object property as the id', link({ 'Key-Pair-Id': '__proto__' }), 'InvalidKey'],
    ['without a signature', link({ Signature: undefined }), 'AccessDenied'],
    ['with an empty signature', link({ Signature: '' }), 'AccessDenied'],
    ['with a signature of zeros', link({ Signature: '0'.repeat(96) }), 'AccessDenied'],
    ['with a signature that is not base64', link({ Signature: '%00' }), 'AccessDenied'],
    ['with a signature by another key of the group', link({ Signature: signatureOf({ privateKey: spare.privateKey }) }), 'AccessDenied'],
    ['with a signature by an unknown key', link({ Signature: signatureOf({ privateKey: stranger.privateKey }) }), 'AccessDenied'],
    ['without an expiry', link({ Expires: undefined }), 'AccessDenied'],
    ['with a later expiry', link({ Expires: String(expires + 1) }), 'AccessDenied'],
    ['with an expiry that is not a number', link({ Expires: `${expires}.0` }), 'AccessDenied'],
    ['with another hash algorithm', link({ 'Hash-Algorithm': 'MD5' }), 'AccessDenied'],
    ['without the hash algorithm that was used', link({ 'Hash-Algorithm': undefined }), 'AccessDenied'],
    ['with a custom policy', link({ Policy: 'e30_' }), 'AccessDenied'],
    ['with two expiries', `${link()}&Expires=${expires + 1}`, 'AccessDenied'],
    ['with two signatures', `${link()}&Signature=${signatureOf()}`, 'AccessDenied'],
    ['for another file', link({}, '/results/ada/batch/item-1.mp4'), 'AccessDenied'],
    ['for another folder', link({}, path.replace('results', 'uploads')), 'AccessDenied'],
    ['with dot segments', link({}, `/results/ada/x/../batch/item-0.mp4`), 'AccessDenied'],
    ['with encoded dot segments', link({}, `/results/ada/x/%2e%2e/batch/item-0.mp4`), 'AccessDenied'],
    ['with an encoded slash', link({}, '/results/ada%2Fbatch/item-0.mp4'), 'AccessDenied'],
    ['with an encoded letter', link({}, '/%72esults/ada/batch/item-0.mp4'), 'AccessDenied'],
    ['with a double slash', link({}, `/${path}`), 'AccessDenied'],
    ['with a further parameter', `${link()}&response-content-type=text%2Fhtml`, 'AccessDenied'],
    ['with a further parameter at the start', link({}, `${path}?response-content-type=text%2Fhtml`), 'AccessDenied'],
    ['with a changed file name', link({}, `${path}?response-content-disposition=inline`), 'AccessDenied'],
  ])('a request %s is refused with the error of CloudFront', (_, url, code) => {
    expect(errorOf(url)).toMatchObject({ code });
  });

  test('a request is refused from the moment of its expiry', () => {
    expect(errorOf(link(), expires * 1000)).toMatchObject({ code: 'AccessDenied' });
    expect(errorOf(link(), beforeExpiry)).toBeUndefined();
  });

  test('a request at another host is refused', () => {
    expect(errorOf(link(), beforeExpiry, '127.0.0.1:3000')).toMatchObject({ code: 'AccessDenied' });
  });
});

describe('a request is accepted', () => {
  test.each([
    ['with a signature by ECDSA and SHA-256', link()],
    ['with the spare key', link({ Signature: signatureOf({ privateKey: spare.privateKey }), 'Key-Pair-Id': 'KSPARE' })],
    ['with SHA-1, the default', link({ Signature: signatureOf({ hash: 'sha1' }), 'Hash-Algorithm': undefined })],
    ['with a signature by RSA', link({ Signature: signatureOf({ privateKey: rsa.privateKey }), 'Key-Pair-Id': 'KRSA' })],
    [
      'with a signed query',
      link(
        { Signature: signatureOf({ resource: `http://${host}${path}?response-content-disposition=attachment` }) },
        `${path}?response-content-disposition=attachment`,
      ),
    ],
  ])('a request %s is accepted', (_, url) => {
    expect(errorOf(url)).toBeUndefined();
  });
});

test('the parameters of the signature are not forwarded', () => {
  expect(unsignedQueryOf(request(link({}, `${path}?a=1&b=2`)))).toBe('a=1&b=2');
  expect(unsignedQueryOf(request(link()))).toBe('');
});

test.each([
  ['of another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
  ['of RSA with 3072 bits', generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey],
  ['of Ed25519', generateKeyPairSync('ed25519').publicKey],
])('a public key %s causes an error at the start', (_, key) => {
  expect(() => readPublicKey(key.export({ type: 'spki', format: 'pem' }).toString())).toThrow('RSA 2048 and ECDSA P-256');
});
