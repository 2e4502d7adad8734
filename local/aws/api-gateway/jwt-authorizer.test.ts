import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthorizer } from './jwt-authorizer.ts';

const issuer = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool';
const NOW_SECONDS = 1_800_000_000;
const accessClaims = {
  iss: issuer,
  client_id: 'client',
  token_use: 'access',
  sub: 'u1',
  scope: 'openid email',
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 60,
};
const { client_id: _, ...claimsWithoutClient } = accessClaims;

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
    ['an access token with a matching client_id', accessClaims, 'Bearer '],
    ['a token without the word Bearer', accessClaims, ''],
    ['a token with bearer in lower case', accessClaims, 'bearer '],
    [
      'an ID token with a matching aud (the Lambda checks token_use)',
      { ...claimsWithoutClient, aud: 'client', token_use: 'id' },
      'Bearer ',
    ],
    ['several aud values if one matches', { ...claimsWithoutClient, aud: ['other', 'client'] }, 'Bearer '],
    ['a token without iat', { ...accessClaims, iat: undefined }, 'Bearer '],
  ])('the authorizer accepts %s', async (_name, claims, prefix) => {
    expect(await authorize(`${prefix}${await sign(claims)}`, undefined)).toMatchObject({
      authorization: { claims: { sub: 'u1' }, scopes: null },
    });
  });

  test('the authorizer accepts a valid token, and returns its claims as strings', async () => {
    const claims = { ...accessClaims, email_verified: true, 'cognito:groups': ['a', 'b'], identities: [{ userId: '1', issuer: null }] };
    expect(await authorize(await sign(claims), undefined)).toMatchObject({
      authorization: {
        claims: { exp: '1800000060', email_verified: 'true', 'cognito:groups': '[a b]', identities: '[map[issuer:<nil> userId:1]]' },
      },
    });
  });
});

describe('the authorizer rejects as invalid_token', () => {
  test.each<[string, () => Promise<string>]>([
    ['a token of another pool', () => sign({ ...accessClaims, iss: `${issuer}2` })],
    ['a token of another client', () => sign({ ...accessClaims, client_id: 'other' })],
    ['a token with another aud, even if client_id matches', () => sign({ ...accessClaims, aud: 'other' })],
    ['a token with neither aud nor client_id', () => sign(claimsWithoutClient)],
    ['a token that expires in the current second', () => sign({ ...accessClaims, exp: NOW_SECONDS })],
    ['a token without exp', () => sign({ ...accessClaims, exp: undefined })],
    ['a token that is not valid yet', () => sign({ ...accessClaims, nbf: NOW_SECONDS + 1 })],
    ['a token that was issued in the future', () => sign({ ...accessClaims, iat: NOW_SECONDS + 1 })],
    ['a token that another key signed', () => sign(accessClaims, otherKeys.privateKey)],
    [
      'a token with changed claims',
      async () => {
        const [header, , signature] = (await sign(accessClaims)).split('.');
        return `${header}.${encode({ ...accessClaims, sub: 'u2' })}.${signature}`;
      },
    ],
    ['a token with alg none', async () => `${encode({ alg: 'none', kid: 'k1' })}.${encode(accessClaims)}.`],
    [
      'a token with HS256 and the public key as its secret',
      async () => {
        const text = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(accessClaims)}`;
        return `${text}.${createHmac('sha256', await exportSPKI(keys.publicKey))
          .update(text)
          .digest('base64url')}`;
      },
    ],
    ['a header without a token', async () => 'Basic YTpi'],
  ])('the authorizer rejects, as invalid_token, %s', async (_name, token) => {
    expect(await authorize(`Bearer ${await token()}`, undefined)).toEqual({ rejection: 'invalid_token' });
  });
});

test.each([undefined, '', 'Bearer '])('the authorizer rejects the header %j as unauthorized', async (header) => {
  expect(await authorize(header, undefined)).toEqual({ rejection: 'unauthorized' });
});

describe('the authorizer accepts only tokens with at least one scope of the route:', () => {
  test.each([
    [['email'], { scope: 'openid email' }, true],
    [['admin', 'openid'], { scope: 'openid email' }, true],
    [['email'], { scope: undefined, scp: ['email'] }, true],
    [['admin'], { scope: 'openid email' }, false],
    [['mail'], { scope: 'email' }, false],
    [['email'], { scope: undefined }, false],
  ])('with the route scopes %j and the token claims %j, the result is %s', async (scopes, claims, allowed) => {
    const verdict = await authorize(await sign({ ...accessClaims, ...claims }), scopes);
    expect(verdict).toMatchObject(allowed ? { authorization: { scopes } } : { rejection: 'insufficient_scope' });
  });
});
