/**
 * Tests the secret of CloudFront during a rotation. Before and after the rotation, a call that does not come through the site is refused.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourcesOf } from '#local/template/resource-type.ts';
import { startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { type Seller, signIn } from '../../fixtures/seller.ts';

let cloud: TestCloud;
let seller: Seller;
let token: string;
/** Receives calls at the address of the gateway. On AWS, every caller can reach this address. */
let gateway: Server;
const newSecret = 'n'.repeat(64);

beforeAll(async () => {
  cloud = await startTestCloud();
  const email = 'ada@example.com';
  seller = await signIn(cloud.origin, email);
  const response = await fetch(`${cloud.origin}/_local/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  token = ((await response.json()) as { access_token: string }).access_token;
  gateway = createServer((request, response) => void cloud.cloud.gateway?.handle(request, response));
  await new Promise<void>((resolve) => gateway.listen(0, resolve));
});
afterAll(async () => {
  gateway?.close();
  await cloud?.stop();
});

const originSecretArn = (): string => {
  const secret = resourcesOf(cloud.cloud, 'AWS::SecretsManager::Secret').find(({ id }) => id.startsWith('OriginSecret'));
  return cloud.cloud.resolver.ref(secret as NonNullable<typeof secret>);
};

async function callDirectly(path: string, secret?: string): Promise<number> {
  const { port } = gateway.address() as AddressInfo;
  const headers = { authorization: `Bearer ${token}`, ...(secret && { 'x-origin-secret': secret }) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
}

test('before a rotation, only calls with the secret of CloudFront are accepted', async () => {
  const secret = cloud.cloud.secrets.readText(originSecretArn());
  expect((await seller.call('GET', '/api/profile')).status).toBe(200);
  expect(await callDirectly('/api/profile', secret)).toBe(200);
  expect(await callDirectly('/api/profile')).toBe(404);
  expect(await callDirectly('/api/profile', 'wrong')).toBe(404);
  expect(await callDirectly('/api/profile', newSecret)).toBe(404);
});

test('during a rotation, calls with the old and with the new secret are accepted, but no other calls', async () => {
  const client = new SecretsManagerClient();
  const old = cloud.cloud.secrets.readText(originSecretArn());
  await client.send(new PutSecretValueCommand({ SecretId: originSecretArn(), SecretString: newSecret }));
  client.destroy();
  // CloudFront still sends the old secret. This function has not read the secret before.
  expect((await seller.call('GET', '/api/batches?active=true')).status).toBe(200);
  expect(await callDirectly('/api/batches?active=true', old)).toBe(200);
  expect(await callDirectly('/api/batches?active=true', newSecret)).toBe(200);
  expect(await callDirectly('/api/batches?active=true', 'wrong')).toBe(404);
  expect(await callDirectly('/api/batches?active=true')).toBe(404);
  // A function that has read the old secret accepts the old secret until the function reads the new secret.
  expect((await seller.call('GET', '/api/profile')).status).toBe(200);
});
