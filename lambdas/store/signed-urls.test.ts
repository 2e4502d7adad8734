import { generateKeyPairSync, verify } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkExpiry, signedUrl } from './signed-urls.ts';

const secrets = mockClient(SecretsManagerClient);
const sendToAws = vi.hoisted(() => vi.fn());
vi.mock('../platform/aws-request.ts', () => ({ sendToAws }));
const now = new Date('2026-11-23T10:20:30Z');
const key = 'results/3f1e8a52/7c11/item-0.mp4';
const hourMs = 3_600_000;
/** Secrets and parameters are cached for five minutes. Each test uses a later time, so that it reads its own values. */
let clockMs = 0;

function newPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    text: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
const [signing, spare] = [newPair(), newPair()];

const setSecret = (content: object) => secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(content) });
const setLinks = (content: object) => sendToAws.mockResolvedValue({ Parameter: { Value: JSON.stringify(content) } });
const keys = [
  { id: 'KSIGNING', publicKey: signing.text },
  { id: 'KSPARE', publicKey: spare.text },
];

beforeEach(() => {
  clockMs += hourMs;
  vi.useFakeTimers({ now: clockMs });
  vi.stubEnv('MEDIA_LINKS_PARAMETER', '/links');
  vi.stubEnv('MEDIA_SIGNING_SECRET_ARN', 'arn:secret');
  setSecret({ MEDIA_PRIVATE_KEY: signing.pem, MEDIA_SPARE_PRIVATE_KEY: spare.pem });
  setLinks({ origin: 'https://vitrine.example', keys });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  secrets.reset();
});
afterAll(() => {
  secrets.restore();
});

/** Returns whether a link has a valid signature for this public key, as CloudFront checks it. */
function isSignedBy(link: string, publicKey: typeof signing.publicKey): boolean {
  const [, resource = '', expires = '', signature = ''] =
    /^(.+?)[?&]Expires=(\d+)&Signature=([\w~-]+)&Key-Pair-Id=\w+&Hash-Algorithm=SHA256$/.exec(link) ?? [];
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const base64 = signature.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  return verify('sha256', Buffer.from(policy), publicKey, Buffer.from(base64, 'base64'));
}

describe('no link is returned', () => {
  test('no link is returned if the secret contains no key yet', async () => {
    setSecret({ MEDIA_PRIVATE_KEY: '', MEDIA_SPARE_PRIVATE_KEY: '' });
    await expect(signedUrl(key, now)).rejects.toThrow();
  });

  test('no link is returned if CloudFront does not know the key', async () => {
    setLinks({ origin: 'https://vitrine.example', keys: [keys[1]] });
    await expect(signedUrl(key, now)).rejects.toThrow('CloudFront does not know the public key');
  });
});

test('a link is not valid for another file, another expiry, another query or another key', async () => {
  const link = await signedUrl(key, now);
  for (const [from, to] of [
    ['item-0', 'item-1'],
    ['results/', 'uploads/'],
    ['vitrine.example', 'other.example'],
    ['Expires=1', 'Expires=2'],
    ['.mp4?', '.mp4?response-content-type=text%2Fhtml&'],
  ] as const) {
    const changed = link.replace(from, to);
    expect(changed).not.toBe(link);
    expect(isSignedBy(changed, signing.publicKey), changed).toBe(false);
  }
  expect(isSignedBy(link, spare.publicKey)).toBe(false);
  expect(isSignedBy(link, signing.publicKey)).toBe(true);
});

test('a link contains the file at the site and the key that signed it', async () => {
  const { origin, pathname, searchParams } = new URL(await signedUrl(key, now));
  expect({ origin, pathname }).toEqual({ origin: 'https://vitrine.example', pathname: `/${key}` });
  expect([...searchParams.keys()]).toEqual(['Expires', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm']);
  expect(searchParams.get('Key-Pair-Id')).toBe('KSIGNING');
});

test('the signature contains the file name of a download', async () => {
  const link = await signedUrl(key, now, "a b'(1).mp4");
  expect(new URL(link).searchParams.get('response-content-disposition')).toBe("attachment; filename*=UTF-8''a%20b'(1).mp4");
  expect(isSignedBy(link, signing.publicKey)).toBe(true);
  expect(isSignedBy(link.replace('a%2520b', 'other'), signing.publicKey)).toBe(false);
});

test.each([
  ['10:00:00.000', '12:00:00.000'],
  ['10:59:59.999', '12:00:00.000'],
  ['11:00:00.000', '13:00:00.000'],
])('a link of %s is valid until %s, for one to two hours', (time, expected) => {
  const at = new Date(`2026-11-23T${time}Z`);
  const expiry = linkExpiry(at);
  expect(expiry.toISOString()).toBe(`2026-11-23T${expected}Z`);
  expect(expiry.getTime() - at.getTime()).toBeGreaterThan(hourMs);
  expect(expiry.getTime() - at.getTime()).toBeLessThanOrEqual(2 * hourMs);
});

test('all execution environments return the same link within an hour, and another link in the next hour', async () => {
  const link = await signedUrl(key, now);
  vi.resetModules();
  const otherEnvironment = await import('./signed-urls.ts');
  expect(await otherEnvironment.signedUrl(key, new Date('2026-11-23T10:59:59Z'))).toBe(link);
  expect(await signedUrl(key, new Date('2026-11-23T11:00:00Z'))).not.toBe(link);
});

test('the next links are signed with the new key five minutes after the key is switched', async () => {
  const link = await signedUrl(key, now);
  setSecret({ MEDIA_PRIVATE_KEY: spare.pem, MEDIA_SPARE_PRIVATE_KEY: signing.pem });
  expect(await signedUrl(key, now)).toBe(link);
  vi.setSystemTime(clockMs + 5 * 60_000);
  const newLink = await signedUrl(key, now);
  expect(newLink).toContain('Key-Pair-Id=KSPARE');
  expect(isSignedBy(newLink, spare.publicKey)).toBe(true);
});

test('thousands of links are signed, and each of them is correct', async () => {
  for (let count = 0; count < 5_100; count += 1) {
    const link = await signedUrl(`results/a/b/item-${count}.mp4`, now);
    if (count % 500 === 0) expect(isSignedBy(link, signing.publicKey)).toBe(true);
  }
});
