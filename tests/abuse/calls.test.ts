/** Calls every endpoint with data of another user, and with URLs of an attacker in every field that names a file. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signedUrl } from '#lambdas/store/media.ts';
import { standInCloudName } from '#local/vendors/cloudinary/cloudinary-stand-in.ts';
import { type EndpointName, endpoints, pathOf } from '#shared/endpoints.ts';
import { callFrom } from '../fixtures/call-from.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { photo, type Refusal, type Seller } from '../fixtures/seller.ts';
import { type CallKind, calls, type IdRequest } from './calls.ts';
import { hostileAddresses } from './own-addresses.ts';
import { type Belongings, makeVictim, newUser, stateOf } from './victim.ts';

let cloud: TestCloud;
let victim: Seller;
let theirs: Belongings;
/** The users whose rows and files a test must not change, and their state before the test. */
let watched: string[];
let before: string[];
let ownPhoto: Buffer;
/** A server of the attacker. It counts its requests. */
let listener: Server;
let attackerRequests = 0;
/** The first part of every URL of our storage. */
let root: string;

beforeAll(async () => {
  cloud = await startTestCloud({ env: { CLOUDINARY_CLOUD_NAME: standInCloudName, CLOUDINARY_UPLOAD_PRESET: 'unsigned' } });
  ({ victim, theirs } = await makeVictim(cloud));
  ownPhoto = await photo();
  listener = createServer((_, response) => {
    attackerRequests++;
    response.end(ownPhoto);
  });
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  root = (await signedUrl('-', new Date())).replace(/-\?.*$/, '');
  watched = [victim.userId];
  before = await stateOf(cloud, watched);
});
afterAll(async () => {
  listener?.close();
  await cloud?.stop();
});
afterEach(async () => {
  expect(await stateOf(cloud, watched)).toEqual(before);
  watched = [victim.userId];
  before = before.filter((line) => line.includes(victim.userId));
});

/** From now on, the test also checks that nothing of the attacker changes. */
async function alsoWatch({ userId }: Seller): Promise<void> {
  watched = [victim.userId, userId];
  before = [...before, ...(await stateOf(cloud, [userId]))].sort();
}

const names = Object.keys(endpoints) as EndpointName[];
/** Returns the calls of one kind with their names. */
const callsOf = <Kind extends CallKind['kind']>(kind: Kind) =>
  names.flatMap((name) => {
    const call = calls[name];
    return call.kind === kind ? [[name, call as Extract<CallKind, { kind: Kind }>] as const] : [];
  });
const send = (by: Seller, name: EndpointName, { path, query, body }: IdRequest) =>
  by.call<Refusal>(endpoints[name].method, pathOf(name, path) + (query ? `?${query}` : ''), body);

/** Creates a user who has credits and has paid. The low limits of a free account would hide the behaviour of a call. */
async function newAttacker(): Promise<Seller> {
  const attacker = await newUser(cloud);
  await grant(attacker.userId, 10_000);
  return attacker;
}

test.each(callsOf('id'))('%s does not find the id of another user', async (name, { refusal, request }) => {
  const attacker = await newAttacker();
  await alsoWatch(attacker);
  const answer = await send(attacker, name, request(theirs, victim.email));
  expect(answer.body).toMatchObject({ code: refusal });
  expect(JSON.stringify(answer.body)).not.toContain(victim.userId);
});

test.each(callsOf('own'))('%s ignores another user’s name in the request', async (name, { body, query = '' }) => {
  const attacker = await newAttacker();
  const claims = { userId: victim.userId, user_id: victim.userId, sub: victim.userId, email: victim.email };
  const path = endpoints[name].path.replace('{kind}', 'video');
  const { status, body: answer } = await attacker.call(
    endpoints[name].method,
    `${path}?${query}&${new URLSearchParams(claims)}`,
    endpoints[name].method === 'POST' ? { ...claims, ...body?.(theirs) } : undefined,
  );
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  for (const secret of [victim.userId, victim.email, theirs.batchId, theirs.runId]) expect(JSON.stringify(answer)).not.toContain(secret);
});

test.each(callsOf('signed'))('%s rejects a message without a signature', async (name, { refusal, query = '' }) => {
  const answer = await fetch(`${cloud.origin}${endpoints[name].path}?user=${victim.userId}&${query}`, { method: 'POST', body: '{}' });
  expect(await answer.json()).toMatchObject({ code: refusal });
});

/** Returns the files of the victim, by key and by URL, and URLs of the attacker's server. */
async function foreignFiles(): Promise<string[]> {
  const { userId } = victim;
  const keys = [
    theirs.uploadKey,
    theirs.resultKey,
    `exports/${userId}/${theirs.exportId}.json`,
    `archives/${userId}/${theirs.downloadId}.zip`,
    `uploads/${userId}/../${userId}/a.jpg`,
  ];
  const { port } = listener.address() as AddressInfo;
  const links = await Promise.all(keys.map((key) => signedUrl(key, new Date())));
  return [...keys, ...links, ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}/a.jpg`)];
}

/** Returns the first part of the storage URLs for a call. For the call that copies from the image host, this is the URL of the host. */
const rootOf = (name: EndpointName) =>
  name === 'adoptUpload' ? `${cloud.cloud.lambdaVariables.STAND_IN_URL_CLOUDINARY}/${standInCloudName}/image/upload/` : root;

/**
 * The first field of each call is tested with every URL. The other fields are tested with another user's files and with the attacker's
 * server.
 */
const fields = callsOf('files').flatMap(([name, { fields }]) =>
  Object.entries(fields).map(([field, attack], index) => ({ name, field, isFirst: index === 0, ...attack })),
);

test.each(fields)('$name rejects each URL in $field that is not an own file, and does not fetch it', async (call) => {
  const { name, refusal, missing, body, isFirst } = call;
  const attacker = await newAttacker();
  const { key: own } = await attacker.upload(ownPhoto);
  await alsoWatch(attacker);
  const ask = (named: string) => attacker.call('POST', endpoints[name].path, body(named, own));
  expect((await ask(`uploads/${attacker.userId}/temp-images/${randomUUID()}.jpg`)).body).toMatchObject({ code: missing });
  const addresses = new Set([...(await foreignFiles()), ...(isFirst ? hostileAddresses(rootOf(name), theirs.uploadKey) : [])]);
  expect(addresses.size).toBeGreaterThanOrEqual(isFirst ? 65 : 13);
  for (const address of addresses) {
    const answer = await ask(address);
    // A text that is too long for the field gets a different error.
    const codes = address.length > 250 ? [refusal, 'BadRequest'] : [refusal];
    expect(codes, `${address} → ${JSON.stringify(answer.body)}`).toContain(answer.body.code);
  }
  expect(attackerRequests).toBe(0);
});

test.each(callsOf('bytes'))('%s does not accept a URL instead of a picture', async (name, { body, refusals }) => {
  const attacker = await newAttacker();
  await alsoWatch(attacker);
  for (const address of await foreignFiles()) {
    const answer = await attacker.call('POST', endpoints[name].path, body(address));
    expect(refusals, `${address} → ${JSON.stringify(answer.body)}`).toContain(answer.body.code);
  }
  expect(attackerRequests).toBe(0);
});

const climbing = [
  '..',
  '%2e%2e',
  '..%2f..',
  '%252e%252e',
  '....//',
  '%5c..',
  '%00',
  '..;',
  '%c0%ae%c0%ae',
  'constructor',
  '__proto__',
  '..%2f{user}%2f{batch}',
  '..%2f{user}%2f{export}',
  '..%2f{user}%2f{download}',
  '{user}%23{batch}',
  '%23{batch}',
  '{run}%23iteration%2301',
  '*',
  "'%20or%201=1",
];

test.each(['/api/batches/', '/api/history/video/', '/api/downloads/', '/api/account/export/', '/api/pipeline/runs/', '/api/photoroom/'])(
  '%s rejects a path with dots, with double escaping, or with a key of another user',
  async (start) => {
    const attacker = await newAttacker();
    for (const form of climbing) {
      const path = `${start}${form}`
        .replace('{user}', victim.userId)
        .replace('{batch}', theirs.batchId)
        .replace('{export}', theirs.exportId)
        .replace('{download}', theirs.downloadId)
        .replace('{run}', theirs.runId);
      // `fetch` would remove the dots before it sends the request, so a lower-level client is used.
      const answer = await callFrom('127.0.0.1', cloud.origin, { method: 'GET', path, token: attacker.accessToken });
      expect([400, 404], path).toContain(answer.status);
      expect(JSON.stringify(answer.body), path).not.toContain(victim.userId);
    }
  },
);

test('no attack sends a request to a vendor', async () => {
  expect(await cloud.fal.orders('')).toBe(0);
  expect(await Promise.all([cloud.openai, cloud.gemini, cloud.stability].map((vendor) => vendor.calls()))).toEqual([0, 0, 0]);
  expect(await cloud.openai.images()).toBe(0);
  expect(await cloud.photoroom.forms('format', 'png')).toEqual([]);
});

test('the victim can read the data that the attacker could not read', async () => {
  for (const [name, { refusal, request }] of callsOf('id')) {
    if (name === 'deleteAccount') continue;
    const answer = await send(victim, name, request(theirs, victim.email));
    expect(answer.body.code, name).not.toBe(refusal);
  }
  watched = [victim.userId];
  before = await stateOf(cloud, watched);
});
