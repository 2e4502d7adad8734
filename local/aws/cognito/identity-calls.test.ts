/** Tests calls from the real clients: aws-amplify on the page, and the AWS SDK in a Lambda. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { close, listen, loopback } from '../../base/listen.ts';
import { type FrontServer, startFrontServer } from '../cloudfront/front-server.ts';
import { type Cognito, openCognito } from './cognito.ts';
import { allAttributes, testClient } from './testing.ts';

const UserPoolId = 'us-east-1_local';

let directory: string;
let cognito: Cognito;
let server: FrontServer;
let tokens: { access_token: string; id_token: string; refresh_token: string };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-cognito-'));
  const client = testClient();
  const origin = 'http://localhost:3000';
  cognito = await openCognito({ directory, poolId: UserPoolId, region: 'us-east-1', origin, client, mappedAttributes: allAttributes });
  server = await startFrontServer({ port: 0, handlers: [cognito.handle] });
  const body = JSON.stringify({ email: 'ada@example.com', name: 'Ada' });
  tokens = (await (await fetch(`http://127.0.0.1:${server.port}/_local/token`, { method: 'POST', body })).json()) as typeof tokens;
});
afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

describe('aws-amplify', () => {
  let items: Map<string, string>;

  beforeEach(() => {
    // Amplify warns about every custom endpoint.
    ConsoleLogger.LOG_LEVEL = 'NONE';
    const prefix = 'CognitoIdentityServiceProvider.client';
    const { username } = decodeJwt(tokens.access_token);
    items = new Map([
      [`${prefix}.LastAuthUser`, String(username)],
      [`${prefix}.${username}.accessToken`, tokens.access_token],
      [`${prefix}.${username}.idToken`, tokens.id_token],
      [`${prefix}.${username}.refreshToken`, tokens.refresh_token],
      [`${prefix}.${username}.clockDrift`, '0'],
    ]);
    const userPoolEndpoint = `http://127.0.0.1:${server.port}/_cognito/`;
    Amplify.configure({ Auth: { Cognito: { userPoolId: UserPoolId, userPoolClientId: 'client', userPoolEndpoint } } });
    cognitoUserPoolsTokenProvider.setKeyValueStorage({
      getItem: async (key) => items.get(key) ?? null,
      setItem: async (key, value) => void items.set(key, value),
      removeItem: async (key) => void items.delete(key),
      clear: async () => items.clear(),
    });
  });

  test('aws-amplify refreshes its session', async () => {
    const session = await fetchAuthSession({ forceRefresh: true });
    const oldClaims = decodeJwt(tokens.access_token);
    expect(session.tokens?.accessToken.payload).toMatchObject({
      sub: oldClaims.sub,
      origin_jti: oldClaims.origin_jti,
      token_use: 'access',
    });
    expect(session.tokens?.accessToken.payload.jti).not.toBe(oldClaims.jti);
    expect(session.tokens?.idToken?.payload).toMatchObject({ email: 'ada@example.com', name: 'Ada' });
  });

  test('aws-amplify stores the refresh token that each refresh returns', async () => {
    const storedToken = () => [...items].find(([key]) => key.endsWith('.refreshToken'))?.[1];
    const storedTokens = [storedToken()];
    for (let times = 0; times < 3; times += 1) {
      expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
      storedTokens.push(storedToken());
    }
    expect(new Set(storedTokens).size).toBe(4);
  });

  test('aws-amplify revokes its refresh token at sign-out', async () => {
    await signOut();
    const body = { ClientId: 'client', RefreshToken: tokens.refresh_token };
    expect(await cognito.handleCall('GetTokensFromRefreshToken', body)).toMatchObject({ status: 400 });
    expect(items.size).toBe(0);
  });

  test('aws-amplify ends the session if the refresh token is revoked', async () => {
    await cognito.handleCall('RevokeToken', { ClientId: 'client', Token: tokens.refresh_token });
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  });
});

describe('the AWS SDK', () => {
  let client: CognitoIdentityProviderClient;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    const api = createServer(async (request, response) => {
      const parts = await request.toArray();
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const { status, body } = await cognito.handleCall(operation, JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
    const endpoint = `http://${loopback}:${await listen(api)}`;
    client = new CognitoIdentityProviderClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
    stop = () => {
      client.destroy();
      return close(api);
    };
  });
  afterEach(() => stop());

  test.each(['username', 'sub'])('the AWS SDK gets a user by %s with AdminGetUser', async (claim) => {
    const claims = decodeJwt(tokens.access_token);
    const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username: String(claims[claim]) }));
    expect(user).toMatchObject({ Username: claims.username, UserStatus: 'EXTERNAL_PROVIDER', Enabled: true });
    expect(user.UserCreateDate).toEqual(new Date(Number(claims.auth_time) * 1000));
    expect(Object.fromEntries(user.UserAttributes?.map(({ Name, Value }) => [Name, Value]) ?? [])).toEqual({
      sub: claims.sub,
      email: 'ada@example.com',
      email_verified: 'true',
      name: 'Ada',
      identities: expect.stringContaining('"providerName":"Google"'),
    });
  });

  test('the AWS SDK finds a user by sub with ListUsers', async () => {
    const { sub, username } = decodeJwt(tokens.access_token);
    const list = (Filter: string) => client.send(new ListUsersCommand({ UserPoolId, Filter, Limit: 1 }));
    expect((await list(`sub = "${sub}"`)).Users).toMatchObject([
      { Username: username, Attributes: expect.arrayContaining([{ Name: 'sub', Value: sub }]) },
    ]);
    expect((await list('sub = "nobody"')).Users).toEqual([]);
    await expect(list('email ^= "a"')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test("the AWS SDK deletes a user and the user's sessions with AdminDeleteUser", async () => {
    const user = { UserPoolId, Username: String(decodeJwt(tokens.access_token).username) };
    await client.send(new AdminDeleteUserCommand(user));
    for (const command of [new AdminDeleteUserCommand(user), new AdminGetUserCommand(user)])
      await expect(client.send(command as AdminGetUserCommand)).rejects.toMatchObject({ name: 'UserNotFoundException' });
    const refreshInput = { ClientId: 'client', RefreshToken: tokens.refresh_token };
    expect(await cognito.handleCall('GetTokensFromRefreshToken', refreshInput)).toMatchObject({ status: 400 });
  });

  test.each([
    [{ UserPoolId, Username: 'nobody' }, 'UserNotFoundException'],
    [{ UserPoolId: 'us-east-1_other', Username: 'nobody' }, 'ResourceNotFoundException'],
  ])('AdminGetUser with %j throws %s', async (input, name) => {
    await expect(client.send(new AdminGetUserCommand(input))).rejects.toMatchObject({ name });
  });
});

describe('the pool rejects', () => {
  test.each<[string, unknown, string]>([
    ['GetTokensFromRefreshToken', { ClientId: 'client', RefreshToken: 'x' }, 'NotAuthorizedException'],
    ['GetTokensFromRefreshToken', { ClientId: 'other', RefreshToken: 'x' }, 'ResourceNotFoundException'],
    ['GetTokensFromRefreshToken', { ClientId: 'client' }, 'InvalidParameterException'],
    ['GetTokensFromRefreshToken', undefined, 'InvalidParameterException'],
    ['InitiateAuth', { ClientId: 'client', AuthFlow: 'USER_SRP_AUTH', AuthParameters: {} }, 'InvalidParameterException'],
    ['InitiateAuth', { ClientId: 'client', AuthFlow: 'CUSTOM_AUTH', AuthParameters: {} }, 'NotAuthorizedException'],
    ['InitiateAuth', { ClientId: 'client', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: {} }, 'InvalidParameterException'],
    ['RevokeToken', { ClientId: 'other', Token: 'x' }, 'ResourceNotFoundException'],
    ['AdminDeleteUser', {}, 'InvalidParameterException'],
    ['AdminDeleteUser', { UserPoolId: 'other', Username: 'x' }, 'ResourceNotFoundException'],
    ['AdminDisableUser', {}, 'UnknownOperationException'],
    ['constructor', {}, 'UnknownOperationException'],
  ])('the pool rejects %s with %j (error %s)', async (operation, body, type) => {
    expect(await cognito.handleCall(operation, body)).toMatchObject({ status: 400, body: { __type: type } });
  });

  test.each(['REFRESH_TOKEN', 'REFRESH_TOKEN_AUTH'])(
    'the pool rejects InitiateAuth with %s, because the refresh tokens rotate',
    async (AuthFlow) => {
      const body = { ClientId: 'client', AuthFlow, AuthParameters: { REFRESH_TOKEN: tokens.refresh_token } };
      expect(await cognito.handleCall('InitiateAuth', body)).toMatchObject({
        status: 400,
        body: { __type: 'InvalidParameterException', message: `${AuthFlow} flow not enabled for this client` },
      });
    },
  );

  test.each([
    ['AWSCognitoIdentityProviderService.AdminGetUser', 'UnknownOperationException'],
    ['AdminGetUser', 'UnknownOperationException'],
    ['', 'UnknownOperationException'],
    ['AWSCognitoIdentityProviderService.RevokeToken', 'InvalidParameterException'],
  ])('the pool rejects the call %j from a browser (error %s)', async (target, type) => {
    const headers = { 'x-amz-target': target };
    const body = JSON.stringify({ UserPoolId, Username: decodeJwt(tokens.access_token).username });
    const response = await fetch(`http://127.0.0.1:${server.port}/_cognito/`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ __type: type })]);
  });
});
