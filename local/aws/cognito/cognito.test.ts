import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FrontServer, startFrontServer } from '../cloudfront/front-server.ts';
import { type Cognito, openCognito } from './cognito.ts';
import type { PoolClient } from './pool-client.ts';
import { openPoolStore } from './pool-store.ts';
import { allAttributes, testClient } from './testing.ts';

const POOL = 'us-east-1_local';
const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${POOL}`;
const callback = 'http://localhost:3000/auth/callback';
const devCallback = 'http://localhost:5173/auth/callback';
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const authorizeParameters = {
  client_id: 'client',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'st-42',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  identity_provider: 'Google',
};

let directory: string;
let clockMs: number;
let cognito: Cognito;
let server: FrontServer;
let urlOf: (path: string) => string;

/** The folder of an empty pool with a signing key. The creation of a key takes a long time, so each test copies this folder. */
let emptyPool: string;
beforeAll(async () => {
  emptyPool = await mkdtemp(join(tmpdir(), 'vitrine-cognito-'));
  await openPoolStore(emptyPool, POOL);
});
afterAll(() => rm(emptyPool, { recursive: true }));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-cognito-'));
  await cp(emptyPool, directory, { recursive: true });
  clockMs = Date.UTC(2026, 0, 1);
  await openPool();
});
afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

async function openPool(changes: Partial<PoolClient> = {}): Promise<void> {
  cognito = await openCognito({
    directory,
    poolId: POOL,
    region: 'us-east-1',
    origin: 'http://localhost:3000',
    client: testClient({ callbackUrls: [callback, devCallback], ...changes }),
    mappedAttributes: allAttributes,
    now: () => new Date(clockMs),
  });
  server = await startFrontServer({ port: 0, handlers: [cognito.handle] });
  urlOf = (path) => `http://127.0.0.1:${server.port}${path}`;
}

const advanceSeconds = (seconds: number) => {
  clockMs += seconds * 1000;
};
const authorizePath = (changes: Record<string, string> = {}) =>
  `/oauth2/authorize?${new URLSearchParams({ ...authorizeParameters, ...changes })}`;
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(urlOf(path), { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });
const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '');

async function requestCode(email: string, changes: Record<string, string> = {}, name = ''): Promise<string> {
  const response = await post(authorizePath(changes), { email, name });
  return locationOf(response).searchParams.get('code') ?? '';
}
const exchangeCode = (code: string, changes: Record<string, string> = {}) =>
  post('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: 'client',
    redirect_uri: callback,
    code_verifier: verifier,
    code,
    ...changes,
  });
const refreshTokens = (refresh_token: string) => post('/oauth2/token', { grant_type: 'refresh_token', client_id: 'client', refresh_token });
const statusAndBody = async (response: Response) => [response.status, await response.json()];

async function localToken(email = 'ada@example.com', name?: string) {
  const response = await fetch(urlOf('/_local/token'), { method: 'POST', body: JSON.stringify({ email, name }) });
  return (await response.json()) as { access_token: string; id_token: string; refresh_token: string; expires_in: number };
}

describe('a sign-in, from the request of the page to the tokens,', () => {
  test('a sign-in uses PKCE', async () => {
    const page = await fetch(urlOf(authorizePath()));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Continue with Google (local)')]);

    const formResponse = await post(authorizePath(), { email: 'Ada@Example.com', name: 'Ada Lovelace' });
    const location = locationOf(formResponse);
    expect([formResponse.status, location.origin + location.pathname, location.searchParams.get('state')]).toEqual([
      302,
      callback,
      'st-42',
    ]);

    const response = await exchangeCode(location.searchParams.get('code') ?? '');
    const tokens = (await response.json()) as Record<string, string>;
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(tokens).toEqual({
      access_token: expect.any(String),
      id_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      token_type: 'Bearer',
    });
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' });
  });

  test('a sign-in returns the requested state and nonce', async () => {
    const response = await exchangeCode(await requestCode('ada@example.com', { nonce: 'n-1' }));
    expect(decodeJwt(((await response.json()) as { id_token: string }).id_token).nonce).toBe('n-1');
    const responseWithoutState = await post(authorizePath({ state: '' }), { email: 'ada@example.com' });
    expect(locationOf(responseWithoutState).searchParams.has('state')).toBe(false);
  });

  test.each<[string, Record<string, string>]>([
    ['another verifier', { code_verifier: 'w'.repeat(64) }],
    ['no verifier', { code_verifier: '' }],
    ['the challenge as verifier', { code_verifier: challenge }],
    ['another registered redirect URI', { redirect_uri: devCallback }],
    ['an unknown code', { code: 'guess' }],
  ])('a sign-in fails with %s, and the code cannot be used again', async (_name, changes) => {
    const code = await requestCode('ada@example.com');
    expect(await statusAndBody(await exchangeCode(code, changes))).toEqual([400, { error: 'invalid_grant' }]);
    if (!changes.code) expect((await exchangeCode(code)).status).toBe(400);
  });

  test('a sign-in uses each code only once', async () => {
    const code = await requestCode('ada@example.com');
    expect([(await exchangeCode(code)).status, (await exchangeCode(code)).status]).toEqual([200, 400]);
  });

  test.each([
    [299, 200],
    [300, 400],
  ])('a sign-in with a code that is %i s old gets status %i', async (seconds, status) => {
    const code = await requestCode('ada@example.com');
    advanceSeconds(seconds);
    expect((await exchangeCode(code)).status).toBe(status);
  });

  test.each([
    [{ client_id: 'other' }, 'invalid_client'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ])('the token endpoint rejects %j', async (changes, error) => {
    expect(await statusAndBody(await exchangeCode(await requestCode('ada@example.com'), changes))).toEqual([400, { error }]);
  });
});

describe('the pool redirects only to registered URLs:', () => {
  test.each<[string, Record<string, string>, string]>([
    ['another site', { redirect_uri: 'https://evil.example/' }, 'redirect_mismatch'],
    ['a registered URL with a longer path', { redirect_uri: `${callback}/x` }, 'redirect_mismatch'],
    ['a registered URL with a query', { redirect_uri: `${callback}?next=//evil.example` }, 'redirect_mismatch'],
    ['a user name before the host', { redirect_uri: 'http://localhost:3000@evil.example/auth/callback' }, 'redirect_mismatch'],
    ['a javascript: URL', { redirect_uri: 'javascript:alert(1)' }, 'redirect_mismatch'],
    ['an empty URL', { redirect_uri: '' }, 'redirect_mismatch'],
    ['another client', { client_id: 'other' }, 'unauthorized_client'],
  ])('authorize rejects %s', async (_name, changes, code) => {
    for (const response of [
      await fetch(urlOf(authorizePath(changes)), { redirect: 'manual' }),
      await post(authorizePath(changes), { email: 'ada@example.com' }),
    ]) {
      expect([response.status, response.headers.get('location'), await response.text()]).toEqual([
        400,
        null,
        expect.stringContaining(code),
      ]);
    }
  });

  test.each<[string, string, string, number, string | null]>([
    ['the registered URL', 'client', 'http://localhost:3000/', 302, 'http://localhost:3000/'],
    ['another site', 'client', 'https://evil.example/', 400, null],
    ['the registered URL without its slash', 'client', 'http://localhost:3000', 400, null],
    ['a URL without a scheme', 'client', '//evil.example', 400, null],
    ['an empty URL', 'client', '', 400, null],
    ['another client', 'other', 'http://localhost:3000/', 400, null],
  ])('logout with %s returns the expected redirect or error', async (_name, client_id, logout_uri, status, location) => {
    const response = await fetch(urlOf(`/logout?${new URLSearchParams({ client_id, logout_uri })}`), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  });
});

describe('the pool redirects to the registered application with an error', () => {
  test.each<[Record<string, string>, string]>([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'openid admin' }, 'invalid_scope'],
    [{ prompt: 'none' }, 'login_required'],
  ])('the error is sent to the registered application if its request contains %j (error %s)', async (changes, error) => {
    const location = locationOf(await fetch(urlOf(authorizePath(changes)), { redirect: 'manual' }));
    expect([location.origin + location.pathname, location.searchParams.get('error'), location.searchParams.get('state')]).toEqual([
      callback,
      error,
      'st-42',
    ]);
  });
});

describe('the sign-in page', () => {
  const markup = '"><script>alert(1)</script>';

  test('the sign-in page allows no scripts and no frames, and allows forms only to itself and to the applications', async () => {
    const { headers } = await fetch(urlOf(authorizePath()));
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' http:\/\/localhost:3000 http:\/\/localhost:5173; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect([headers.get('x-frame-options'), headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([
      'DENY',
      'nosniff',
      'no-store',
    ]);
  });

  test('the sign-in page has the style whose hash the policy allows', async () => {
    const response = await fetch(urlOf(authorizePath()));
    const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? '';
    expect(response.headers.get('content-security-policy')).toContain(`sha256-${createHash('sha256').update(style).digest('base64')}`);
  });

  test('the sign-in page offers the e-mail addresses that were used before', async () => {
    await requestCode('ada@example.com', {}, 'Ada <Lovelace>');
    const html = await (await fetch(urlOf(authorizePath()))).text();
    expect(html).toContain('<button class="account" name="email" value="ada@example.com">Ada &#60;Lovelace&#62;<small>');
    expect(decodeJwt((await localToken('ada@example.com')).id_token).name).toBe('Ada <Lovelace>');
  });

  test.each(['', 'ada', markup, 'ada@example.com\r\nset-cookie: a=1'])(
    'the sign-in page rejects the e-mail address %j and asks again',
    async (email) => {
      const response = await post(authorizePath(), { email });
      const html = await response.text();
      expect([response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([400, null, null]);
      expect(html).toContain('role="alert"');
      expect(html).not.toContain('<script');
    },
  );

  test.each(['state', 'login_hint', 'nonce', 'identity_provider', 'lang'])('the sign-in page does not show HTML from %s', async (name) => {
    const response = await fetch(urlOf(authorizePath({ [name]: markup })));
    expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('<script')]);
  });

  test('the sign-in page does not change the state, and escapes it for the URL', async () => {
    const location = locationOf(await post(authorizePath({ state: markup }), { email: 'ada@example.com' }));
    expect(location.searchParams.get('state')).toBe(markup);
  });

  test('the sign-in page accepts forms from itself and from the applications, but not from another site', async () => {
    const form = { email: 'ada@example.com' };
    const ownOrigin = `http://127.0.0.1:${server.port}`;
    const responses = await Promise.all(
      ['https://evil.example', 'null', ownOrigin, 'http://localhost:5173'].map((origin) => post(authorizePath(), form, { origin })),
    );
    expect(responses.map((response) => response.status)).toEqual([403, 403, 302, 302]);
  });

  test('the sign-in page responds to HEAD without a body', async () => {
    const response = await fetch(urlOf(authorizePath()), { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('tokens', () => {
  test('the tokens include an access token in the format of Cognito', async () => {
    const { access_token } = await localToken();
    expect(decodeProtectedHeader(access_token)).toEqual({ alg: 'RS256', kid: cognito.jwks.keys[0]?.kid });
    const issuedAt = clockMs / 1000;
    expect(decodeJwt(access_token)).toEqual({
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cognito:groups': [`${POOL}_Google`],
      iss: issuer,
      version: 2,
      client_id: 'client',
      origin_jti: expect.any(String),
      event_id: expect.any(String),
      token_use: 'access',
      scope: 'openid email profile',
      auth_time: issuedAt,
      exp: issuedAt + 3600,
      iat: issuedAt,
      jti: expect.any(String),
      username: expect.stringMatching(/^Google_\d{21}$/),
    });
  });

  test('the tokens include an ID token in the format of Cognito', async () => {
    const { access_token, id_token } = await localToken('ada@example.com', 'Ada Lovelace');
    const { username, sub } = decodeJwt(access_token);
    expect(decodeJwt(id_token)).toMatchObject({
      aud: 'client',
      token_use: 'id',
      sub,
      'cognito:username': username,
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      identities: [{ providerName: 'Google', providerType: 'Google', primary: 'true', userId: String(username).slice(7), issuer: null }],
    });
    expect(decodeJwt(id_token)).not.toHaveProperty('client_id');
  });

  test('the published keys verify the tokens, and contain no private key', async () => {
    const jwks = await (await fetch(urlOf(`/${POOL}/.well-known/jwks.json`))).json();
    expect(jwks).toEqual({ keys: [{ kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'RS256', use: 'sig' }] });
    expect(jwks).toEqual(cognito.jwks);
    const configuration = await (await fetch(urlOf(`/${POOL}/.well-known/openid-configuration`))).json();
    expect(configuration).toMatchObject({ issuer, jwks_uri: `http://localhost:3000/${POOL}/.well-known/jwks.json` });
  });

  test('tokens are accepted until they expire', async () => {
    const { access_token, id_token } = await localToken();
    advanceSeconds(3599);
    expect([(await cognito.verify(access_token)).token_use, (await cognito.verify(id_token)).token_use]).toEqual(['access', 'id']);
    advanceSeconds(1);
    await expect(cognito.verify(access_token)).rejects.toThrow('"exp" claim timestamp check failed');
  });

  test('tokens are rejected if they are changed or come from another pool', async () => {
    const { access_token } = await localToken();
    const options = {
      directory,
      poolId: 'us-east-1_other',
      region: 'us-east-1',
      origin: 'http://localhost:3000',
      now: () => new Date(clockMs),
    };
    const otherPool = await openCognito({ ...options, client: testClient(), mappedAttributes: allAttributes });
    await expect(otherPool.verify(access_token)).rejects.toThrow();
    await expect(cognito.verify(`${access_token.slice(0, -8)}AAAAAAAA`)).rejects.toThrow('signature verification failed');
  });
});

describe('a refresh token', () => {
  test('a refresh token can be used after a restart, and its new tokens belong to the same sign-in', async () => {
    const { access_token, refresh_token } = await localToken();
    await server.stop();
    await openPool();
    advanceSeconds(7200);
    const response = await refreshTokens(refresh_token);
    const newTokens = (await response.json()) as Record<string, string>;
    expect([response.status, Object.keys(newTokens).sort()]).toEqual([
      200,
      ['access_token', 'expires_in', 'id_token', 'refresh_token', 'token_type'],
    ]);
    const [oldClaims, newClaims] = [decodeJwt(access_token), decodeJwt(newTokens.access_token ?? '')];
    expect([newClaims.sub, newClaims.origin_jti, newClaims.auth_time, newClaims.scope]).toEqual([
      oldClaims.sub,
      oldClaims.origin_jti,
      oldClaims.auth_time,
      oldClaims.scope,
    ]);
    expect([newClaims.iat, newClaims.jti === oldClaims.jti]).toEqual([clockMs / 1000, false]);
    expect((await cognito.verify(newTokens.access_token ?? '')).sub).toBe(oldClaims.sub);
  });

  test.each([
    [30 * 24 * 3600 - 1, 200],
    [30 * 24 * 3600, 400],
  ])('a refresh token that is %i s old gets status %i', async (seconds, status) => {
    const { refresh_token } = await localToken();
    advanceSeconds(seconds);
    expect((await refreshTokens(refresh_token)).status).toBe(status);
  });

  test.each(['', 'guess', 'constructor', '__proto__'])('a refresh token is invalid if its value is %j', async (token) => {
    expect(await statusAndBody(await refreshTokens(token))).toEqual([400, { error: 'invalid_grant' }]);
  });

  test('a refresh token remains revoked after a restart, and other tokens remain valid', async () => {
    const [revokedTokens, otherTokens] = [await localToken(), await localToken()];
    expect((await post('/oauth2/revoke', { client_id: 'client', token: revokedTokens.refresh_token })).status).toBe(200);
    await server.stop();
    await openPool();
    expect([(await refreshTokens(revokedTokens.refresh_token)).status, (await refreshTokens(otherTokens.refresh_token)).status]).toEqual([
      400, 200,
    ]);
  });

  test.each([
    [{ client_id: 'other', token: 't' }, 400],
    [{ client_id: 'client' }, 400],
    [{ client_id: 'client', token: 'unknown' }, 200],
  ])('a refresh token that is revoked with %j gets status %i', async (form, status) => {
    expect((await post('/oauth2/revoke', form as Record<string, string>)).status).toBe(status);
  });
});

describe('a rotating refresh token', () => {
  const rotate = async (refresh_token: string) =>
    ((await (await refreshTokens(refresh_token)).json()) as { refresh_token: string }).refresh_token;
  const status = async (refresh_token: string) => (await refreshTokens(refresh_token)).status;

  test('a rotating refresh token is replaced at each use, and can be used until its grace period ends', async () => {
    const { refresh_token: first } = await localToken();
    const second = await rotate(first);
    expect(second).not.toBe(first);
    advanceSeconds(59);
    expect(await status(first)).toBe(200);
    advanceSeconds(1);
    expect([await status(first), await status(second)]).toEqual([400, 200]);
  });

  test('if two browser tabs use a rotating refresh token in parallel, each tab gets a valid token', async () => {
    const { refresh_token: sharedToken } = await localToken();
    const [firstTabToken, secondTabToken] = await Promise.all([rotate(sharedToken), rotate(sharedToken)]);
    expect(firstTabToken).not.toBe(secondTabToken);
    advanceSeconds(3600);
    expect([await status(sharedToken), await status(firstTabToken), await status(secondTabToken)]).toEqual([400, 200, 200]);
  });

  test('a rotating refresh token expires together with the first refresh token of the same sign-in', async () => {
    let { refresh_token } = await localToken();
    for (let day = 0; day < 29; day += 1) {
      advanceSeconds(24 * 3600);
      refresh_token = await rotate(refresh_token);
    }
    advanceSeconds(24 * 3600 - 1);
    const last = await rotate(refresh_token);
    advanceSeconds(1);
    expect(await status(last)).toBe(400);
  });

  test('a replaced refresh token is still invalid after a restart', async () => {
    const { refresh_token } = await localToken();
    await rotate(refresh_token);
    advanceSeconds(60);
    await server.stop();
    await openPool();
    expect(await status(refresh_token)).toBe(400);
  });

  test('a replaced refresh token becomes invalid immediately if there is no grace period', async () => {
    await server.stop();
    await openPool({ rotation: { gracePeriodSeconds: 0 } });
    const { refresh_token } = await localToken();
    await rotate(refresh_token);
    expect(await status(refresh_token)).toBe(400);
  });

  test('a refresh token is not replaced for a client without rotation', async () => {
    await server.stop();
    await openPool({ rotation: undefined });
    const { refresh_token } = await localToken();
    expect(await rotate(refresh_token)).toBeUndefined();
    advanceSeconds(3600);
    expect(await status(refresh_token)).toBe(200);
  });
});

describe('the client settings of the template', () => {
  const errorOf = async (changes: Record<string, string> = {}) =>
    locationOf(await fetch(urlOf(authorizePath(changes)), { redirect: 'manual' })).searchParams.get('error');

  test('the client settings reject a scope that is not allowed', async () => {
    await server.stop();
    await openPool({ scopes: ['openid', 'email'] });
    expect(await errorOf()).toBe('invalid_scope');
    expect(decodeJwt((await localToken()).access_token).scope).toBe('openid email');
  });

  test('the client settings reject a flow that is not allowed', async () => {
    await server.stop();
    await openPool({ oauthFlows: ['implicit'] });
    expect(await errorOf()).toBe('unsupported_response_type');
  });

  test('the client settings set the lifetime of tokens', async () => {
    await server.stop();
    await openPool({ lifetimes: { accessSeconds: 300, idSeconds: 600, refreshSeconds: 3600 } });
    const { access_token, id_token, refresh_token, expires_in } = await localToken();
    const issuedAt = clockMs / 1000;
    expect([expires_in, decodeJwt(access_token).exp, decodeJwt(id_token).exp]).toEqual([300, issuedAt + 300, issuedAt + 600]);
    advanceSeconds(3600);
    expect((await refreshTokens(refresh_token)).status).toBe(400);
  });

  test('the client settings allow only mapped attributes', async () => {
    await server.stop();
    cognito = await openCognito({
      directory,
      poolId: POOL,
      region: 'us-east-1',
      origin: 'http://localhost:3000',
      client: testClient(),
      mappedAttributes: ['email'],
    });
    server = await startFrontServer({ port: 0, handlers: [cognito.handle] });
    const claims = decodeJwt((await localToken('ada@example.com', 'Ada')).id_token);
    expect([claims.email, claims.email_verified, claims.name]).toEqual(['ada@example.com', undefined, undefined]);
  });
});

describe('POST /_local/token', () => {
  test('POST /_local/token signs in the same user as the sign-in page', async () => {
    const viaPage = (await (await exchangeCode(await requestCode('ada@example.com'))).json()) as { access_token: string };
    const tokens = await localToken('ADA@example.com ');
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'id_token', 'refresh_token']);
    expect(decodeJwt(tokens.access_token).sub).toBe(decodeJwt(viaPage.access_token).sub);
  });

  test.each(['', '{', '[]', '{}', '{"email":1}', '{"email":"ada"}', '{"email":"ada@example.com","name":1}', 'email=ada@example.com'])(
    'POST /_local/token rejects the body %j',
    async (body) => {
      expect(await statusAndBody(await fetch(urlOf('/_local/token'), { method: 'POST', body }))).toEqual([
        400,
        expect.objectContaining({ error: 'invalid_request' }),
      ]);
    },
  );

  test('POST /_local/token rejects requests from pages of other sites', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' };
    const response = await fetch(urlOf('/_local/token'), { method: 'POST', body: '{"email":"ada@example.com"}', headers });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});

describe('paths and methods', () => {
  test.each([
    ['GET', '/', 404],
    ['GET', '/oauth2/userInfo', 404],
    ['GET', '/us-east-1_other/.well-known/jwks.json', 404],
    ['GET', '/constructor', 404],
    ['GET', '//oauth2/authorize', 404],
    ['GET', '/oauth2/token', 405],
    ['GET', '/_local/token', 405],
    ['DELETE', '/oauth2/authorize', 405],
    ['POST', '/logout', 405],
  ])('a request with %s %s gets status %i', async (method, path, status) => {
    expect((await fetch(urlOf(path), { method })).status).toBe(status);
  });

  test('a form larger than 64 kB is rejected', async () => {
    expect((await post('/oauth2/token', { code: 'x'.repeat(64 * 1024) })).status).toBe(413);
  });

  test.each([
    ['http://localhost:5173', 204, 'http://localhost:5173'],
    ['https://evil.example', 405, null],
  ])('a preflight request from %s gets status %i', async (origin, status, allowedOrigin) => {
    const response = await fetch(urlOf('/oauth2/token'), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, allowedOrigin]);
  });
});
