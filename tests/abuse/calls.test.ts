/**
 * Calls every endpoint with ids and files of another user. Fields that can name a file also get URLs of an attacker's server.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signedUrl } from '#lambdas/store/signed-urls.ts';
import { standInCloudName } from '#local/vendors/cloudinary/cloudinary-stand-in.ts';
import { type EndpointName, endpoints, pathOf } from '#shared/endpoints.ts';
import { callFrom } from '../fixtures/call-from.ts';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { createPhoto, type Refusal, type Seller } from '../fixtures/seller.ts';
import { type CallKind, calls, type IdRequest } from './calls.ts';
import { hostileUrls } from './hostile-urls.ts';
import { makeVictim, newUser, stateOf, type VictimData } from './victim.ts';

let cloud: TestCloud;
let victim: Seller;
let victimData: VictimData;
/** The users whose rows and files a test must not change. `stateBefore` contains these rows and files before the test. */
let watchedUserIds: string[];
let stateBefore: string[];
let attackerPhoto: Buffer;
/** A server of the attacker. The test counts the requests to this server. */
let listener: Server;
let attackerRequests = 0;
/** The first part of every link to our files. */
let storageRoot: string;

beforeAll(async () => {
  cloud = await startTestCloud({ env: { CLOUDINARY_CLOUD_NAME: standInCloudName, CLOUDINARY_UPLOAD_PRESET: 'unsigned' } });
  ({ victim, victimData } = await makeVictim(cloud));
  attackerPhoto = await createPhoto();
  listener = createServer((_, response) => {
    attackerRequests++;
    response.end(attackerPhoto);
  });
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  storageRoot = (await signedUrl('-', new Date())).replace(/-\?.*$/, '');
  watchedUserIds = [victim.userId];
  stateBefore = await stateOf(cloud, watchedUserIds);
});
afterAll(async () => {
  listener?.close();
  await cloud?.stop();
});
afterEach(async () => {
  expect(await stateOf(cloud, watchedUserIds)).toEqual(stateBefore);
  watchedUserIds = [victim.userId];
  stateBefore = stateBefore.filter((line) => line.includes(victim.userId));
});

/** After this call, the test also checks that no row and no file of the attacker changes. */
async function alsoCheckStateOf({ userId }: Seller): Promise<void> {
  watchedUserIds = [victim.userId, userId];
  stateBefore = [...stateBefore, ...(await stateOf(cloud, [userId]))].sort();
}

const endpointNames = Object.keys(endpoints) as EndpointName[];
/** Returns the calls of one kind with their names. */
const callsOf = <Kind extends CallKind['kind']>(kind: Kind) =>
  endpointNames.flatMap((name) => {
    const call = calls[name];
    return call.kind === kind ? [[name, call as Extract<CallKind, { kind: Kind }>] as const] : [];
  });
const sendRequest = (caller: Seller, name: EndpointName, { path, query, body }: IdRequest) =>
  caller.call<Refusal>(endpoints[name].method, pathOf(name, path) + (query ? `?${query}` : ''), body);

/** Creates a user who has credits and has paid. The low limits of a free account would hide the behaviour of a call. */
async function newAttacker(): Promise<Seller> {
  const attacker = await newUser(cloud);
  await grant(attacker.userId, 10_000);
  return attacker;
}

test.each([...callsOf('id'), ...callsOf('ownerless')])(
  'the call %s does not find the id of another user',
  async (name, { refusal, request }) => {
    const attacker = await newAttacker();
    await alsoCheckStateOf(attacker);
    const response = await sendRequest(attacker, name, request(victimData, victim.email));
    expect(response.body).toMatchObject({ code: refusal });
    expect(JSON.stringify(response.body)).not.toContain(victim.userId);
  },
);

test.each(callsOf('own'))(
  'the call %s ignores the ids and the e-mail address of another user in the request',
  async (name, { body, query = '' }) => {
    const attacker = await newAttacker();
    const claims = { userId: victim.userId, user_id: victim.userId, sub: victim.userId, email: victim.email };
    const path = endpoints[name].path.replace('{kind}', 'video');
    const { status, body: responseBody } = await attacker.call(
      endpoints[name].method,
      `${path}?${query}&${new URLSearchParams(claims)}`,
      endpoints[name].method !== 'GET' ? { ...claims, ...body?.(victimData) } : undefined,
    );
    expect(status, JSON.stringify(responseBody)).toBeLessThan(300);
    for (const secret of [victim.userId, victim.email, victimData.batchId, victimData.runId])
      expect(JSON.stringify(responseBody)).not.toContain(secret);
  },
);

test.each(callsOf('signed'))('the call %s rejects a message without a signature', async (name, { refusal, query = '' }) => {
  const response = await fetch(`${cloud.origin}${endpoints[name].path}?user=${victim.userId}&${query}`, { method: 'POST', body: '{}' });
  expect(await response.json()).toMatchObject({ code: refusal });
});

/** Returns the files of the victim, by key and by URL, and URLs of the attacker's server. */
async function foreignFiles(): Promise<string[]> {
  const { userId } = victim;
  const keys = [
    victimData.uploadKey,
    victimData.resultKey,
    `exports/${userId}/${victimData.exportId}.json`,
    `archives/${userId}/${victimData.downloadId}.zip`,
    `finished/${userId}/requests/${victimData.finishId}.json`,
    `finished/${userId}/packages/${victimData.packageId}/part-1.zip`,
    `uploads/${userId}/../${userId}/a.jpg`,
  ];
  const { port } = listener.address() as AddressInfo;
  const urls = await Promise.all(keys.map((key) => signedUrl(key, new Date())));
  return [...keys, ...urls, ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}/a.jpg`)];
}

/** Returns the first part of the URLs that a call accepts. For the call that copies from the image host, this is the URL of the host. */
const storageRootFor = (name: EndpointName) =>
  name === 'adoptUpload' ? `${cloud.cloud.lambdaVariables.STAND_IN_URL_CLOUDINARY}/${standInCloudName}/image/upload/` : storageRoot;

/**
 * The first field of each call is tested with every URL. The other fields are tested with another user's files and with the attacker's
 * server.
 */
const fields = callsOf('files').flatMap(([name, { fields }]) =>
  Object.entries(fields).map(([field, attack], index) => ({ name, field, isFirst: index === 0, ...attack })),
);

test.each(fields)('the call $name rejects each URL in $field that is not a file of the caller, and does not fetch it', async (call) => {
  const { name, refusal, missingFileError, body, isFirst } = call;
  const attacker = await newAttacker();
  const { key: photoKey } = await attacker.upload(attackerPhoto);
  await alsoCheckStateOf(attacker);
  const callWith = (file: string) => attacker.call('POST', endpoints[name].path, body(file, photoKey));
  expect((await callWith(`uploads/${attacker.userId}/temp-images/${randomUUID()}.jpg`)).body).toMatchObject({ code: missingFileError });
  const urls = new Set([...(await foreignFiles()), ...(isFirst ? hostileUrls(storageRootFor(name), victimData.uploadKey) : [])]);
  expect(urls.size).toBeGreaterThanOrEqual(isFirst ? 65 : 13);
  for (const url of urls) {
    const response = await callWith(url);
    // The API returns another error for a text that is too long for the field.
    const codes = url.length > 250 ? [refusal, 'BadRequest'] : [refusal];
    expect(codes, `${url} → ${JSON.stringify(response.body)}`).toContain(response.body.code);
  }
  expect(attackerRequests).toBe(0);
});

test.each(callsOf('bytes'))('the call %s does not accept a URL instead of a picture', async (name, { body, refusals }) => {
  const attacker = await newAttacker();
  await alsoCheckStateOf(attacker);
  for (const url of await foreignFiles()) {
    const response = await attacker.call('POST', endpoints[name].path, body(url));
    expect(refusals, `${url} → ${JSON.stringify(response.body)}`).toContain(response.body.code);
  }
  expect(attackerRequests).toBe(0);
});

const hostilePathParts = [
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
  'the call %s rejects a path with dots, with double escaping, or with a key of another user',
  async (start) => {
    const attacker = await newAttacker();
    for (const part of hostilePathParts) {
      const path = `${start}${part}`
        .replace('{user}', victim.userId)
        .replace('{batch}', victimData.batchId)
        .replace('{export}', victimData.exportId)
        .replace('{download}', victimData.downloadId)
        .replace('{run}', victimData.runId);
      // `fetch` would remove the dots before it sends the request, so a lower-level client is used.
      const response = await callFrom('127.0.0.1', cloud.origin, { method: 'GET', path, token: attacker.accessToken });
      expect([400, 404], path).toContain(response.status);
      expect(JSON.stringify(response.body), path).not.toContain(victim.userId);
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
    const response = await sendRequest(victim, name, request(victimData, victim.email));
    expect(response.body.code, name).not.toBe(refusal);
  }
  watchedUserIds = [victim.userId];
  stateBefore = await stateOf(cloud, watchedUserIds);
});
