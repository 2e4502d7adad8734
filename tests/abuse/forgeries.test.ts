/** Tests forged access tokens, signed upload forms and payment messages. */
import { createHmac, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CreateUploadResponse } from '#shared/upload/api.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { postFile, type Seller } from '../fixtures/seller.ts';
import { newUser, stateOf } from './victim.ts';

let cloud: TestCloud;
let attacker: Seller;
let victim: Seller;
let stateBefore: string[];

const nowSeconds = () => Math.floor(Date.now() / 1000);
const readState = () => stateOf(cloud, [attacker.userId, victim.userId]);

beforeAll(async () => {
  cloud = await startTestCloud();
  [attacker, victim] = [await newUser(cloud), await newUser(cloud)];
  stateBefore = await readState();
});
afterAll(() => cloud?.stop());
afterEach(async () => {
  expect(await readState()).toEqual(stateBefore);
});

describe('an access token', () => {
  type Parts = [head: string, payload: string, signature: string];
  const parts = () => attacker.accessToken.split('.') as Parts;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  const claims = () => decode(parts()[1]);
  const kid = () => decode(parts()[0]).kid as string;
  const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  /** Returns the signing key of the local user pool. A test needs it to change a single claim of a valid token. */
  async function poolKey() {
    const folder = join(cloud.cloud.home, 'cognito');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const { signingKey } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { signingKey: JWK };
    return { privateKey: await importJWK(signingKey, 'RS256'), publicText: String(signingKey.n) };
  }
  const sign = (key: KeyObject | Awaited<ReturnType<typeof importJWK>>, changes: object, header: object = {}) =>
    new SignJWT({ ...claims(), ...changes }).setProtectedHeader({ kid: kid(), alg: 'RS256', ...header }).sign(key);
  const signedByPool = async (changes: object) => sign((await poolKey()).privateKey, changes);
  const signedWithOtherKey = (changes: object, header?: object) => sign(otherKeys.privateKey, changes, header);
  const tokenWithHeader = (head: object, sign: (start: string) => string) => {
    const start = `${encode(head)}.${parts()[1]}`;
    return `${start}.${sign(start)}`;
  };
  const hmac = (algorithm: string, key: string) => (start: string) => createHmac(algorithm, key).update(start).digest('base64url');

  const forgeries: [string, () => string | Promise<string>][] = [
    ['is empty', () => ''],
    ['is a space', () => ' '],
    ['is null', () => 'null'],
    ['is undefined', () => 'undefined'],
    ['is a word', () => 'x'],
    ['is two dots', () => '..'],
    ['has parts that are not JSON', () => 'a.b.c'],
    ['has no signature', () => parts().slice(0, 2).join('.')],
    ['has an empty signature', () => `${parts().slice(0, 2).join('.')}.`],
    ['has no header', () => `.${parts()[1]}.${parts()[2]}`],
    ['has four parts', () => `${attacker.accessToken}.x`],
    ['has a changed signature', () => `${attacker.accessToken.slice(0, -6)}AAAAAA`],
    ['has a shortened signature', () => attacker.accessToken.slice(0, -4)],
    ['names another user and keeps the signature', () => `${parts()[0]}.${encode({ ...claims(), sub: victim.userId })}.${parts()[2]}`],
    ['expires later and keeps the signature', () => `${parts()[0]}.${encode({ ...claims(), exp: 9_999_999_999 })}.${parts()[2]}`],
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, () => string] => [
      `has the algorithm ${alg || 'with an empty name'}`,
      () => tokenWithHeader({ alg, typ: 'JWT' }, () => ''),
    ]),
    ...['HS256', 'HS384', 'HS512'].map((alg): [string, () => Promise<string>] => [
      `has an ${alg} signature with the public key as its secret`,
      async () => {
        const { publicText } = await poolKey();
        return tokenWithHeader({ alg, kid: kid() }, hmac(`sha${alg.slice(2)}`, publicText));
      },
    ]),
    ['has an HS256 signature with an empty secret', () => tokenWithHeader({ alg: 'HS256', kid: kid() }, hmac('sha256', ''))],
    ['declares an ES256 signature but has an RS256 signature', () => tokenWithHeader({ alg: 'ES256', kid: kid() }, () => parts()[2])],
    ['has a signature of zeros', () => tokenWithHeader({ alg: 'RS256', kid: kid() }, () => Buffer.alloc(256).toString('base64url'))],
    ['is signed with another key', () => signedWithOtherKey({})],
    ['is signed with another key for another user', () => signedWithOtherKey({ sub: victim.userId })],
    ['contains the key that verifies its signature', () => signedWithOtherKey({}, { jwk: otherKeys.publicKey.export({ format: 'jwk' }) })],
    ['names a key at a URL', () => signedWithOtherKey({}, { jku: 'https://example.com/jwks.json' })],
    ['names a certificate at a URL', () => signedWithOtherKey({}, { x5u: 'https://example.com/a.pem' })],
    ['names a key in a file', () => signedWithOtherKey({}, { kid: '../../../../dev/null' })],
    ['contains SQL in the name of its key', () => signedWithOtherKey({}, { kid: "' UNION SELECT 'a" })],
    ['comes from another pool', () => signedByPool({ iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Another' })],
    ['comes from another client', () => signedByPool({ client_id: 'another' })],
    ['is for another audience', () => signedByPool({ aud: 'another' })],
    ['has expired', () => signedByPool({ exp: nowSeconds() - 1 })],
    ['never expires', () => signedByPool({ exp: undefined })],
    ['is not valid yet', () => signedByPool({ nbf: nowSeconds() + 3600 })],
    ['was issued in the future', () => signedByPool({ iat: nowSeconds() + 3600 })],
    ['is an ID token', () => attacker.idToken],
    ['is a refresh token', () => signedByPool({ token_use: 'refresh' })],
    ['has no purpose (token_use)', () => signedByPool({ token_use: undefined })],
    ['has no user id (sub)', () => signedByPool({ sub: undefined })],
    ['has no user name', () => signedByPool({ username: undefined })],
  ];
  const get = (path: string, headers: Record<string, string>) => fetchWithRetries(cloud.origin + path, { headers });

  test('at least 33 forgeries of an access token are tested', () => {
    expect(forgeries.length).toBeGreaterThanOrEqual(33);
  });

  test.each(forgeries)('an access token is rejected if it %s', async (_, forge) => {
    const response = await get('/api/profile', { authorization: `Bearer ${await forge()}` });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('email');
  });

  test.each<[string, string, () => Record<string, string>]>([
    ['in the URL', '?access_token={token}&token={token}&authorization=Bearer%20{token}', () => ({})],
    ['in a cookie', '', () => ({ cookie: `accessToken=${attacker.accessToken}; id_token=${attacker.idToken}` })],
    [
      'in another header',
      '',
      () => ({ 'x-authorization': `Bearer ${attacker.accessToken}`, 'x-amz-security-token': attacker.accessToken }),
    ],
    ['as a password', '', () => ({ authorization: `Basic ${Buffer.from(`a:${attacker.accessToken}`).toString('base64')}` })],
  ])('an access token is ignored if it is sent %s', async (_, query, headers) => {
    const response = await get(`/api/profile${query.replaceAll('{token}', attacker.accessToken)}`, headers());
    expect(response.status).toBe(401);
  });

  test("an access token is accepted if the pool's key signs it with unchanged claims", async () => {
    const response = await get('/api/profile', { authorization: `Bearer ${await signedByPool({})}` });
    expect(await response.json()).toMatchObject({ id: attacker.userId });
  });
});

describe('the form of an upload', () => {
  type Fields = Record<string, string>;
  const sizeBytes = 1000;
  const requestForm = async () => {
    const request = { fileName: 'a.jpg', contentType: 'image/jpeg', sizeBytes, folder: 'temp-images' };
    return (await attacker.call<CreateUploadResponse>('POST', '/api/uploads', request)).body;
  };
  const withField = (name: string, value: () => string) => (fields: Fields) => {
    const otherFields = Object.entries(fields).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    return { ...Object.fromEntries(otherFields), [name]: value() };
  };
  const withoutField = (name: string) => (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([other]) => other.toLowerCase() !== name));
  const withPolicy = (change: (policy: { expiration: string; conditions: unknown[] }) => object) => (fields: Fields) => ({
    ...fields,
    Policy: Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(String(fields.Policy), 'base64').toString())))).toString('base64'),
  });

  const changes: [string, (fields: Fields) => Fields][] = [
    ['the key of another user', withField('key', () => `uploads/${victim.userId}/temp-images/${randomUUID()}.jpg`)],
    ['a result of another user', withField('key', () => `results/${victim.userId}/a/b.mp4`)],
    ['a result of the caller', withField('key', () => `results/${attacker.userId}/a/b.mp4`)],
    ['an export', withField('key', () => `exports/${attacker.userId}/a.json`)],
    ['an archive', withField('key', () => `archives/${attacker.userId}/a.zip`)],
    ['a checked photo', withField('key', () => `ingested/${attacker.userId}/a.jpg`)],
    ['a second upload', withField('key', () => `uploads/${attacker.userId}/temp-images/${randomUUID()}.jpg`)],
    ['a path with ..', withField('key', () => '../a.jpg')],
    ['a file name variable', withField('key', () => '${filename}')],
    ['an empty key', withField('key', () => '')],
    ...['key', 'policy', 'x-amz-signature', 'x-amz-credential', 'x-amz-algorithm', 'content-type'].map(
      (name): [string, (fields: Fields) => Fields] => [`no ${name}`, withoutField(name)],
    ),
    ['the type of an HTML page', withField('content-type', () => 'text/html')],
    ['the SVG type', withField('content-type', () => 'image/svg+xml')],
    ['two types', withField('content-type', () => 'image/jpeg, text/html')],
    ['public access', withField('acl', () => 'public-read')],
    ['metadata', withField('x-amz-meta-a', () => 'b')],
    ['a redirect', withField('success_action_redirect', () => 'https://example.com')],
    ['a storage class', withField('x-amz-storage-class', () => 'GLACIER')],
    ['a cache rule', withField('cache-control', () => 'public')],
    ['another bucket', withField('bucket', () => 'another')],
    ['a policy without conditions', withPolicy((old) => ({ ...old, conditions: [] }))],
    ['a policy that expires in 2099', withPolicy((old) => ({ ...old, expiration: '2099-01-01T00:00:00Z' }))],
    ['a policy for more bytes', withPolicy((old) => ({ ...old, conditions: [...old.conditions, ['content-length-range', 0, 1e9]] }))],
    ['a signature of zeros', withField('X-Amz-Signature', () => '0'.repeat(64))],
    ['another signer', withField('X-Amz-Credential', () => 'AKIAANOTHER/20261121/us-east-1/s3/aws4_request')],
  ];

  test('at least 22 forgeries of an upload form are tested', () => {
    expect(changes.length).toBeGreaterThanOrEqual(22);
  });

  test.each(changes)('the storage rejects the form of an upload if it contains %s', async (_, change) => {
    const { fields, ...formFields } = await requestForm();
    expect([400, 403]).toContain(await postFile({ ...formFields, fields: change(fields) }, Buffer.alloc(sizeBytes), 'image/jpeg'));
  });

  test.each([0, sizeBytes - 1, sizeBytes + 1, 100 * sizeBytes])(
    'a form for an upload of 1,000 bytes rejects a file of %i bytes',
    async (length) => {
      expect(await postFile(await requestForm(), Buffer.alloc(length), 'image/jpeg')).toBe(400);
    },
  );

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('the form of an upload does not permit the method %s', async (method) => {
    const { url, key } = await requestForm();
    const body = method === 'PUT' ? Buffer.alloc(sizeBytes) : null;
    for (const path of [key, '', `?prefix=uploads/${victim.userId}`])
      expect([403, 405], path).toContain((await fetch(`${url}/${path}`, { method, body })).status);
  });

  test('the form of an upload is accepted if it is not changed and the file has the declared size', async () => {
    expect(await postFile(await requestForm(), Buffer.alloc(sizeBytes), 'image/jpeg')).toBe(204);
    stateBefore = await readState();
  });
});

describe('a payment message', () => {
  let secret: string;
  let message: string;
  beforeAll(() => {
    secret = cloud.cloud.secrets.getOrGenerate('stripe-stand-in');
    const object = {
      id: 'cs_test_forged',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 90_000,
      currency: 'usd',
      payment_intent: 'pi_forged',
      metadata: { user_id: attacker.userId, credits_cents: '100000', price_cents: '90000' },
    };
    message = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      created: nowSeconds(),
      type: 'checkout.session.completed',
      data: { object },
    });
  });
  const hash = (key: string, time: number, text = message) => createHmac('sha256', key).update(`${time}.${text}`).digest('hex');
  const signatureBy = (key: string, time = nowSeconds(), text?: string) => `t=${time},v1=${hash(key, time, text)}`;
  const send = async (signature: string | undefined, body = message) => {
    const headers = { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) };
    return (await fetchWithRetries(`${cloud.origin}/api/stripe/webhook`, { method: 'POST', headers, body })).status;
  };

  const forgeries: [string, () => string | undefined, (() => string)?][] = [
    ['without a signature', () => undefined],
    ['with an empty signature', () => ''],
    ['with a word as its signature', () => 'x'],
    ['with only a time', () => `t=${nowSeconds()}`],
    ['with only a hash', () => `v1=${hash(secret, nowSeconds())}`],
    ['with an empty time and hash', () => 't=,v1='],
    ['with an empty hash', () => `t=${nowSeconds()},v1=`],
    ['with a hash of zeros', () => `t=${nowSeconds()},v1=${'0'.repeat(64)}`],
    ['with half a hash', () => signatureBy(secret).slice(0, -32)],
    ['with another signature scheme', () => `t=${nowSeconds()},v0=${hash(secret, nowSeconds())}`],
    ['signed with an empty secret', () => signatureBy('')],
    ['signed with only the prefix of secrets', () => signatureBy('whsec_')],
    ['signed with another secret', () => signatureBy('whsec_another')],
    ['signed with the name of the secret', () => signatureBy('stripe-stand-in')],
    ['signed five minutes ago', () => signatureBy(secret, nowSeconds() - 310)],
    ['signed five minutes ahead', () => signatureBy(secret, nowSeconds() + 360)],
    ['with a new time for an old hash', () => `t=${nowSeconds()},v1=${hash(secret, nowSeconds() - 310)}`],
    ['with a time that is not a number', () => `t=NaN,v1=${hash(secret, nowSeconds())}`],
    ['with the signature of another message', () => signatureBy(secret, nowSeconds(), '{}')],
    ['with one more space', () => signatureBy(secret), () => `${message} `],
    ['with more credits', () => signatureBy(secret), () => message.replace('100000', '999999')],
    ['for another user', () => signatureBy(secret), () => message.replace(attacker.userId, victim.userId)],
    ['without a body', () => signatureBy(secret), () => ''],
  ];

  test('at least 12 forgeries of a payment message are tested', () => {
    expect(forgeries.length).toBeGreaterThanOrEqual(12);
  });

  test.each(forgeries)('a payment message %s is rejected, and its content is not logged', async (_, signature, body) => {
    const lineCount = cloud.logLines.length;
    expect(await send(signature(), body?.())).toBe(400);
    expect(cloud.logLines.slice(lineCount).join('\n')).not.toContain('forged');
  });

  test('a payment message with a valid signature adds credits', async () => {
    expect(await send(signatureBy(secret))).toBe(200);
    expect(await attacker.profile()).toMatchObject({ credits: 1005, total_money_spent: 900 });
    stateBefore = await readState();
  });
});
