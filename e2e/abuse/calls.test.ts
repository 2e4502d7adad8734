/**
 * Attacks over HTTP, with what each call answers, and that nothing changed: the ledger, the batches and the files of both the attacker
 * and the victim are compared before and after.
 */
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints, pathOf } from '#shared/endpoints.ts';
import type { CreateUploadResponse } from '#shared/upload/api.ts';
import { clip, startTestCloud, type TestCloud } from '../harness/cloud.ts';
import { batchRequest, photo, type Refusal, type Seller, signIn } from '../harness/seller.ts';
import { hostileAddresses } from './own-addresses.ts';

let cloud: TestCloud;
let attacker: Seller;
let victim: Seller;
/** What the victim has, by the names of the paths' parameters. */
let theirs: { batchId: string; uploadKey: string; exportId: string; root: string };
let before: string;

const stateOf = async (seller: Seller) => ({
  profile: await seller.profile(),
  ledger: await seller.transactions(),
  active: (await seller.call('GET', '/api/batches?active=true')).body,
});
const everything = async () => {
  const { objects } = await cloud.cloud.objects.listObjects(process.env.MEDIA_BUCKET ?? '');
  // How many exist of each user; the time of an access is no change.
  const files = objects.filter(({ key }) => key.includes(victim.userId) || key.includes(attacker.userId)).map(({ key }) => key);
  return JSON.stringify({ victim: await stateOf(victim), attacker: await stateOf(attacker), files: files.sort() });
};

beforeAll(async () => {
  cloud = await startTestCloud();
  await cloud.fal.script('', clip);
  [attacker, victim] = [await signIn(cloud.origin), await signIn(cloud.origin)];
  const { batchId, request } = await victim.run(['theirs']);
  await victim.until(batchId);
  const exportId = randomUUID();
  await victim.call('POST', '/api/account/export', { exportId });
  const read = async () => (await victim.call<{ status: string }>('GET', `/api/account/export/${exportId}`)).body.status;
  await expect.poll(read, { timeout: 60_000 }).toBe('ready');
  const { body } = await attacker.call<CreateUploadResponse>('POST', '/api/uploads', {
    ...{ fileName: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 1000, folder: 'temp-images' },
  });
  const root = body.url.endsWith('/') ? body.url : `${body.url}/`;
  theirs = { batchId, exportId, uploadKey: request.items[0]?.uploadKey ?? '', root };
  before = await everything();
});
afterAll(() => cloud?.stop());
afterEach(async () => {
  expect(await everything()).toBe(before);
});

/** How an attacker asks for what is the victim's. A new call does not compile until it has a row. */
type Attack = { path?: Record<string, string>; query?: string; body?: object };
const readsOwnOnly = 'answers with the caller’s own data, whatever the request says';
const attacks: Record<EndpointName, () => Attack | typeof readsOwnOnly | 'proves itself by a signature'> = {
  getProfile: () => readsOwnOnly,
  sendWelcomeMail: () => readsOwnOnly,
  signOutEverywhere: () => readsOwnOnly,
  startExport: () => readsOwnOnly,
  getExport: () => ({ path: { exportId: theirs.exportId } }),
  deleteAccount: () => ({ body: { confirmation: victim.email } }),
  listTransactions: () => readsOwnOnly,
  createCheckout: () => readsOwnOnly,
  getCheckout: () => ({ query: '?session_id=cs_test_1' }),
  receiveStripeWebhook: () => 'proves itself by a signature',
  createUpload: () => readsOwnOnly,
  getUploadConfig: () => readsOwnOnly,
  adoptUpload: () => ({ body: { publicId: theirs.uploadKey, secureUrl: theirs.root, folder: 'temp-images' } }),
  createBatch: () => ({ body: batchRequest([{ uploadKey: theirs.uploadKey }]) }),
  listActiveBatches: () => readsOwnOnly,
  getBatch: () => ({ path: { batchId: theirs.batchId } }),
  cancelBatch: () => ({ path: { batchId: theirs.batchId }, body: {} }),
  retryBatch: () => ({ path: { batchId: theirs.batchId }, body: { batchId: randomUUID() } }),
  listHistory: () => readsOwnOnly,
  getHistory: () => ({ path: { kind: 'video', batchId: theirs.batchId } }),
  createDownload: () => ({
    body: { downloadId: randomUUID(), results: [`results/${victim.userId}/${theirs.batchId}/item-0.mp4`] },
  }),
  getDownload: () => ({ path: { downloadId: theirs.exportId } }),
  writePrompt: () => ({ body: { imageUrl: theirs.uploadKey, aspectRatio: '9:16', duration: 8, videoStyle: 'showcase', language: 'en' } }),
  preprocessImage: () => ({ body: { imageUrl: theirs.uploadKey, targetAspectRatio: '9:16', mimeType: 'image/jpeg', model: 'veo3' } }),
  outpaintImage: () => ({ body: { imageUrl: theirs.uploadKey, left: 8, creativityStrength: 0.3 } }),
  cropResult: () => ({ body: { videoUrl: `results/${victim.userId}/${theirs.batchId}/item-0.mp4`, cropInfo: null } }),
  generateVideo: () => ({ body: { imageUrl: theirs.uploadKey, prompt: 'x', model: 'veo3-fast', aspectRatio: '9:16' } }),
  generateGeminiVideo: () => ({ body: { imageUrl: theirs.uploadKey, prompt: 'x' } }),
  generateOpenaiImage: () => ({ body: { imageUrl: theirs.uploadKey, prompt: 'x', aspectRatio: '1:1' } }),
  generateGeminiImage: () => ({ body: { imageUrl: theirs.uploadKey, prompt: 'x', aspectRatio: '1:1' } }),
  orderBackgroundRemoval: () => ({ body: { imageKey: theirs.uploadKey, apiMode: 'remove-background' } }),
  orderImageEditing: () => ({ body: { imageKey: theirs.uploadKey, apiMode: 'image-editing' } }),
  getPhotoEdit: () => ({ path: { jobId: theirs.batchId } }),
  checkOperation: () => ({ body: { operationName: theirs.batchId } }),
  analyzeTransformation: () => ({ body: { beforeImageUrl: theirs.uploadKey, afterImageUrl: theirs.uploadKey } }),
  evaluateImage: () => ({
    body: {
      ...{ currentImageUrl: theirs.uploadKey, beforeImageUrl: theirs.uploadKey, afterImageUrl: theirs.uploadKey },
      ...{ focusAreas: ['light'], iterationNumber: 1, currentTargetArea: 'light' },
    },
  }),
  generatePipelineImage: () => ({
    body: { inputImageUrl: theirs.uploadKey, beforeImageUrl: theirs.uploadKey, afterImageUrl: theirs.uploadKey, prompt: 'x' },
  }),
  startRun: () => ({
    body: {
      ...{ runId: randomUUID(), userProvided: ['light'] },
      ...{ beforeUploadKey: theirs.uploadKey, afterUploadKey: theirs.uploadKey, inputUploadKey: theirs.uploadKey },
    },
  }),
  listRuns: () => readsOwnOnly,
  getRun: () => ({ path: { runId: theirs.batchId } }),
  stopRun: () => ({ path: { runId: theirs.batchId } }),
  continueRun: () => ({ path: { runId: theirs.batchId } }),
  receiveFalWebhook: () => 'proves itself by a signature',
};

/** Calls whose answer is the caller's own: they are asked with the victim's id in every place, and must not show it. */
const namesVictim = () => `?userId=${victim.userId}&user_id=${victim.userId}&sub=${victim.userId}&id=${victim.userId}`;

describe.each(Object.keys(endpoints) as EndpointName[])('somebody else’s ids at %s', (name) => {
  const { method }: Endpoint = endpoints[name];

  test('are refused, or not read', async () => {
    const attack = attacks[name]();
    if (attack === 'proves itself by a signature') {
      const answer = await fetch(cloud.origin + endpoints[name].path, { method, body: '{}' });
      expect([400, 401]).toContain(answer.status);
      return;
    }
    if (attack === readsOwnOnly) {
      if (method === 'POST') return;
      const path = endpoints[name].path.replace('{kind}', 'video');
      const own = path === '/api/batches' ? `${namesVictim()}&active=true` : namesVictim();
      const answer = await attacker.call('GET', path + own);
      expect(JSON.stringify(answer.body)).not.toContain(victim.userId);
      expect(JSON.stringify(answer.body)).not.toContain(theirs.batchId);
      return;
    }
    const answer = await attacker.call<Refusal>(method, pathOf(name, attack.path) + (attack.query ?? ''), attack.body);
    expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(502);
    expect(JSON.stringify(answer.body)).not.toContain(victim.userId);
  });
});

/** Every call that takes the address of a picture or a video, with the field that names it. */
const fetching: Partial<Record<EndpointName, (address: string) => object>> = {
  writePrompt: (imageUrl) => ({ imageUrl, aspectRatio: '9:16', duration: 8, videoStyle: 'showcase', language: 'en' }),
  preprocessImage: (imageUrl) => ({ imageUrl, targetAspectRatio: '9:16', mimeType: 'image/jpeg', model: 'veo3' }),
  outpaintImage: (imageUrl) => ({ imageUrl, left: 8, creativityStrength: 0.3 }),
  cropResult: (videoUrl) => ({ videoUrl, cropInfo: null }),
  generateVideo: (imageUrl) => ({ imageUrl, prompt: 'x', model: 'veo3-fast', aspectRatio: '9:16' }),
  generateGeminiImage: (imageUrl) => ({ imageUrl, prompt: 'x', aspectRatio: '1:1' }),
  generatePipelineImage: (url) => ({ inputImageUrl: url, beforeImageUrl: url, afterImageUrl: url, prompt: 'x' }),
  analyzeTransformation: (url) => ({ beforeImageUrl: url, afterImageUrl: url }),
  evaluateImage: (url) => ({
    ...{ currentImageUrl: url, beforeImageUrl: url, afterImageUrl: url },
    ...{ focusAreas: ['light'], iterationNumber: 1, currentTargetArea: 'light' },
  }),
  createDownload: (url) => ({ downloadId: randomUUID(), results: [url] }),
};

test.each(Object.entries(fetching))('%s fetches no address that an attacker names', async (name, bodyOf) => {
  const forms = hostileAddresses(theirs.root, theirs.uploadKey);
  expect(forms.length).toBeGreaterThanOrEqual(65);
  for (const form of forms) {
    const answer = await attacker.call<Refusal>('POST', endpoints[name as EndpointName].path, bodyOf(form));
    // 400 or 404 by the address alone, before any daily use is counted; never an answer of whoever stands behind it.
    expect([400, 404], `${form} → ${JSON.stringify(answer)}`).toContain(answer.status);
  }
});

describe('a token', () => {
  const parts = () => attacker.accessToken.split('.') as [string, string, string];
  const claims = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString());
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const signed = (changes: object, header: object = {}) =>
    new SignJWT({ ...claims(), ...changes }).setProtectedHeader({ alg: 'RS256', ...header }).sign(stranger);
  const headers = ['none', 'None', 'NONE', 'HS256', 'HS384', 'HS512', 'ES256', 'RS256', ''];
  const withHeader = (alg: string) => {
    const head = `${encode({ alg, typ: 'JWT' })}.${parts()[1]}`;
    return [`${head}.`, `${head}.${createHmac('sha256', 'secret').update(head).digest('base64url')}`];
  };

  test('that is not a valid access token of this pool is refused, in every form', async () => {
    const [head, payload, signature] = parts();
    const forms = [
      ...['', ' ', 'null', 'undefined', 'x', '..', 'a.b.c', `${head}.${payload}`, `${head}.${payload}.`, `.${payload}.${signature}`],
      ...headers.flatMap(withHeader),
      `${head}.${encode({ ...claims(), sub: victim.userId })}.${signature}`,
      `${head}.${encode({ ...claims(), exp: 9_999_999_999 })}.${signature}`,
      `${head}.${encode({ ...claims(), token_use: 'id' })}.${signature}`,
      `${attacker.accessToken.slice(0, -6)}AAAAAA`,
      `${attacker.accessToken}.x`,
      ...(await Promise.all([
        signed({}),
        signed({ sub: victim.userId }),
        signed({}, { jku: 'https://example.com/jwks.json' }),
        signed({}, { kid: '../../../../dev/null' }),
        signed({ iss: 'https://example.com' }),
      ])),
      attacker.idToken,
    ];
    expect(new Set(forms).size).toBeGreaterThanOrEqual(33);
    for (const form of forms) {
      const answer = await fetch(`${cloud.origin}/api/profile`, { headers: { authorization: `Bearer ${form}` } });
      expect(answer.status, form).toBe(401);
    }
  });
});

describe('the form of an upload', () => {
  async function post(change: (fields: Record<string, string>) => Record<string, string>, file = Buffer.alloc(1000), type = 'image/jpeg') {
    const { body } = await attacker.call<CreateUploadResponse>('POST', '/api/uploads', {
      ...{ fileName: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 1000, folder: 'temp-images' },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(change(body.fields))) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(file)], { type }), 'a.jpg');
    const response = await fetch(body.url, { method: 'POST', body: form });
    await response.arrayBuffer();
    return response.status;
  }
  const without = (name: string) => (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => field.toLowerCase() !== name));
  const withField = (name: string, value: string) => (fields: Record<string, string>) => ({ ...fields, [name]: value });
  const keys = () => [
    theirs.uploadKey,
    'results/x.jpg',
    `results/${victim.userId}/a/b.jpg`,
    '../a.jpg',
    `uploads/${victim.userId}/temp-images/a.jpg`,
    `exports/${attacker.userId}/a.json`,
    `archives/${attacker.userId}/a.zip`,
    `ingested/${attacker.userId}/a.jpg`,
    '',
    '${filename}',
  ];

  test('is refused by the storage when anything in it is changed', async () => {
    const changes = [
      ...keys().map((key) => withField('key', key)),
      ...['key', 'policy', 'x-amz-signature', 'x-amz-credential', 'x-amz-date', 'content-type'].map(without),
      withField('Content-Type', 'text/html'),
      withField('Content-Type', 'image/svg+xml'),
      withField('acl', 'public-read'),
      withField('x-amz-meta-a', 'b'),
      withField('success_action_redirect', 'https://example.com'),
      withField('x-amz-storage-class', 'GLACIER'),
      withField('Policy', Buffer.from('{"conditions":[]}').toString('base64')),
    ];
    expect(changes.length).toBeGreaterThanOrEqual(22);
    for (const [at, change] of changes.entries()) expect([400, 403], `form ${at}`).toContain(await post(change));
    for (const bytes of [0, 999, 1001]) expect(await post((fields) => fields, Buffer.alloc(bytes))).toBe(400);
  });
});

describe('a message of the payment service', () => {
  test('is refused without a valid signature, in every form', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_1', amount_total: 100_000 } },
    });
    const now = Math.floor(Date.now() / 1000);
    const hash = (secret: string, at: number, text = body) => createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
    const signatures = [
      ...[
        '',
        'x',
        't=,v1=',
        `t=${now}`,
        'v1=abc',
        `t=${now},v1=`,
        `t=${now},v1=${'0'.repeat(64)}`,
        `t=${now},v0=${hash('whsec_test', now)}`,
      ],
      ...['', 'whsec_', 'secret', 'whsec_other'].map((secret) => `t=${now},v1=${hash(secret, now)}`),
      `t=${now - 3600},v1=${hash('whsec_other', now - 3600)}`,
      `t=${now + 3600},v1=${hash('whsec_other', now + 3600)}`,
      `t=NaN,v1=${hash('whsec_other', now)}`,
    ];
    expect(signatures.length).toBeGreaterThanOrEqual(12);
    for (const signature of signatures) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const answer = await fetch(`${cloud.origin}/api/stripe/webhook`, { method: 'POST', headers, body });
      expect([400, 401], signature).toContain(answer.status);
    }
  });
});

test('a path that climbs or is escaped twice leads nowhere', async () => {
  const climbing = ['..', '%2e%2e', '..%2f..', '%252e%252e', '....//', '%5c..', '%00', '..;', '%c0%ae%c0%ae', 'constructor', '__proto__'];
  for (const part of climbing)
    for (const path of [`/api/batches/${part}`, `/api/downloads/${part}`, `/api/account/export/${part}`, `/api/pipeline/runs/${part}`]) {
      const answer = await fetch(cloud.origin + path, { headers: { authorization: `Bearer ${attacker.accessToken}` } });
      await answer.arrayBuffer();
      expect([400, 404], path).toContain(answer.status);
    }
});

test('a photo of mine is still taken after all that', async () => {
  const { status, key } = await attacker.upload(await photo());
  expect(status).toBe(204);
  expect(key).toContain(attacker.userId);
  before = await everything();
});
