import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthorizer } from './jwt-authorizer.ts';

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool';
const NOW_SECONDS = 1_800_000_000;
const access = {
  iss: issuer,
  client_id: 'client',
  token_use: 'access',
  sub: 'u1',
  scope: 'openid email',
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 60,
};
const { client_id: _, ...claimsWithoutClient } = access;

let keys: GenerateKeyPairResult;
let otherKeys: GenerateKeyPairResult;
let authorize: ReturnType<typeof createAuthorizer>;

beforeAll(async () => {
  [keys, otherKeys] = await Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')]);
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kty: 'RSA' as const, kid: 'k1', alg: 'RS256' }] };
  authorize = createAuthorizer({ issuer, audience: ['client'], jwks }, () => new Date(NOW_SECONDS * 1000));
});

const sign = (claims: JWTPayload, key = keys.privateKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the authorizer accepts', () => {
  test.each<[string, JWTPayload, string]>([
    ['an access token with a matching client_id', access, 'Bearer '],
    ['a token without the word Bearer', access, ''],
    ['a token with bearer in lower case', access, 'bearer '],
    [
      'an ID token with a matching aud (the Lambda checks token_use)',
      { ...claimsWithoutClient, aud: 'client', token_use: 'id' },
      'Bearer ',
    ],
    ['several aud values if one matches', { ...claimsWithoutClient, aud: ['other', 'client'] }, 'Bearer '],
    ['a token without iat', { ...access, iat: undefined }, 'Bearer '],
  ])('%s', async (_name, claims, prefix) => {
    expect(await authorize(`${prefix}${await sign(claims)}`, undefined)).toMatchObject({
      authorization: { claims: { sub: 'u1' }, scopes: null },
    });
  });

  test('the claims are passed as strings', async () => {
    const claims = { ...access, email_verified: true, 'cognito:groups': ['a', 'b'], identities: [{ userId: '1', issuer: null }] };
    expect(await authorize(await sign(claims), undefined)).toMatchObject({
      authorization: {
        claims: { exp: '1800000060', email_verified: 'true', 'cognito:groups': '[a b]', identities: '[map[issuer:<nil> userId:1]]' },
      },
    });
  });
});

describe('the authorizer rejects as invalid_token:', () => {
  test.each<[string, () => Promise<string>]>([
    ['another pool', () => sign({ ...access, iss: `${issuer}2` })],
    ['another client', () => sign({ ...access, client_id: 'other' })],
    ['another aud, even with a matching client_id', () => sign({ ...access, aud: 'other' })],
    ['neither aud nor client_id', () => sign(claimsWithoutClient)],
    ['expired this second', () => sign({ ...access, exp: NOW_SECONDS })],
    ['no exp', () => sign({ ...access, exp: undefined })],
    ['not yet valid', () => sign({ ...access, nbf: NOW_SECONDS + 1 })],
    ['issued in the future', () => sign({ ...access, iat: NOW_SECONDS + 1 })],
    ['a signature with another key', () => sign(access, otherKeys.privateKey)],
    [
      'tampered claims',
      async () => {
        const [header, , signature] = (await sign(access)).split('.');
        return `${header}.${encode({ ...access, sub: 'u2' })}.${signature}`;
      },
    ],
    ['alg none', async () => `${encode({ alg: 'none', kid: 'k1' })}.${encode(access)}.`],
    [
      'HS256 with the public key as its secret',
      async () => {
        const text = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(access)}`;
        return `${text}.${createHmac('sha256', await exportSPKI(keys.publicKey))
          .update(text)
          .digest('base64url')}`;
      },
    ],
    ['no token at all', async () => 'Basic YTpi'],
  ])('%s', async (_name, token) => {
    expect(await authorize(`Bearer ${await token()}`, undefined)).toEqual({ refused: 'invalid_token' });
  });
});

test.each([undefined, '', 'Bearer '])('the authorizer rejects the header %j as unauthorized', async (header) => {
  expect(await authorize(header, undefined)).toEqual({ refused: 'unauthorized' });
});

describe('the authorizer accepts a token with at least one scope of the route:', () => {
  test.each([
    [['email'], { scope: 'openid email' }, true],
    [['admin', 'openid'], { scope: 'openid email' }, true],
    [['email'], { scope: undefined, scp: ['email'] }, true],
    [['admin'], { scope: 'openid email' }, false],
    [['mail'], { scope: 'email' }, false],
    [['email'], { scope: undefined }, false],
  ])('route scopes %j, token claims %j: accepted is %s', async (scopes, claims, allowed) => {
    const verdict = await authorize(await sign({ ...access, ...claims }), scopes);
    expect(verdict).toMatchObject(allowed ? { authorization: { scopes } } : { refused: 'insufficient_scope' });
  });
});
