/** Tests orders while the signing key is disabled: nothing is delivered unsigned, nothing is charged, and no result is lost. */
import { randomUUID } from 'node:crypto';
import { Reader } from '@contentauth/c2pa-node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readItem } from '#lambdas/store/batches.ts';
import { objectExists } from '#lambdas/store/objects.ts';
import type { Keys } from '#local/aws/kms/keys.ts';
import { systemClock } from '#local/aws/step-functions/clock.ts';
import type { EditBatchResponse, ImageBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import { errors } from '#shared/errors.ts';
import type { FinishResponse } from '#shared/finish/api.ts';
import type { PhotoEditAccepted, PhotoEditJob } from '#shared/photo-edit/api.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { clipResponse, fastClock, startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { editRequest } from '../fixtures/edit-order.ts';
import { uploadExample } from '../fixtures/example.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { waitUntil } from '../fixtures/until.ts';

let cloud: TestCloud;
let seller: Seller;
/** A test increases this factor after all vendors have responded, so that the four hours of retries pass within seconds. */
let clockSpeedFactor: number;
const usualSpeedFactor = 30;
const retrySpeedFactor = 5_000;

beforeAll(async () => {
  clockSpeedFactor = usualSpeedFactor;
  cloud = await startTestCloud({
    clock: { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / clockSpeedFactor, signal) },
    // With the retry factor, each job would run all the time.
    scheduleClock: fastClock,
  });
  await cloud.fal.script('', clipResponse);
  handleCall = cloud.cloud.keys.handleCall;
});
afterAll(() => cloud?.stop());
beforeEach(async () => {
  clockSpeedFactor = usualSpeedFactor;
  seller = await signIn(cloud.origin);
});
afterEach(enableKey);

let handleCall: Keys['handleCall'];

function disableKey(): void {
  cloud.cloud.keys.handleCall = () => ({ status: 400, body: { __type: 'DisabledException', message: 'The key is disabled.' } });
}

function enableKey(): void {
  cloud.cloud.keys.handleCall = handleCall;
}

const alerts = () => cloud.logLines.filter((line) => line.includes('"SigningKeyMissing":1')).length;

const orders = {
  video: async () => (await seller.run(['a shoe'])).batchId,
  image: async () => {
    const request = imageRequest(['a shoe'], (await seller.upload(await createPhoto())).key);
    await seller.call('POST', '/api/batches', request);
    return request.batchId;
  },
  edit: async () => {
    const request = editRequest([(await seller.upload(await createPhoto())).key]);
    await seller.call('POST', '/api/batches', request);
    return request.batchId;
  },
};
type AnyBatch = VideoBatchResponse | ImageBatchResponse | EditBatchResponse;
/** Returns the names of the links to the result. */
const linksOf = (item: object | undefined) => Object.keys(item ?? {}).filter((name) => /Url$/.test(name) && name !== 'photoUrl');

const waitForResult = async (batchId: string) =>
  waitUntil(
    () => readItem(seller.userId, batchId, 0),
    (item) => item?.result !== undefined,
  );

test.each(Object.keys(orders) as (keyof typeof orders)[])(
  'a result of the kind %s waits for the key. It is then signed, delivered and charged once.',
  async (kind) => {
    disableKey();
    const alertsBefore = alerts();
    const batchId = await orders[kind]();
    await waitForResult(batchId);
    await waitUntil(
      async () => alerts() - alertsBefore,
      (count) => count >= 2,
    );
    const waiting = (await seller.call<AnyBatch>('GET', `/api/batches/${batchId}`)).body;
    expect(waiting.items[0]).toMatchObject({ status: 'generating', charged: 0 });
    expect(linksOf(waiting.items[0])).toEqual([]);
    expect((await seller.profile()).credits).toBe(5);
    enableKey();
    const { items } = await seller.until<AnyBatch>(batchId);
    expect(items[0]).toMatchObject({ status: 'completed' });
    const { credits, available } = await seller.profile();
    expect(credits).toBe(available);
    expect(credits).toBeCloseTo(5 - (items[0]?.charged ?? 0), 6);
    expect(items[0]?.charged).toBeGreaterThan(0);
    const result = (await readItem(seller.userId, batchId, 0))?.result;
    expect(result?.sha256).toMatch(/^[0-9a-f]{64}$/);
  },
);

test.each(Object.keys(orders) as (keyof typeof orders)[])(
  'a result of the kind %s is neither delivered nor charged if the key is missing for four hours',
  async (kind) => {
    disableKey();
    const batchId = await orders[kind]();
    const stored = await waitForResult(batchId);
    clockSpeedFactor = retrySpeedFactor;
    const { items } = await seller.until<AnyBatch>(batchId);
    enableKey();
    expect(items[0]).toMatchObject({ status: 'failed', charged: 0, error: { code: 'SigningKeyMissing' } });
    expect(linksOf(items[0])).toEqual([]);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    // The file stays in the storage, but no row names it.
    expect(await objectExists(String(stored?.result?.key))).toBe(true);
    expect(await readItem(seller.userId, batchId, 0)).not.toHaveProperty('result');
  },
);

test('an edit and an image of a before/after run are neither delivered nor charged if the key is missing for four hours', async () => {
  disableKey();
  const { key } = await seller.upload(await createPhoto());
  const runId = randomUUID();
  const example = await uploadExample(seller);
  const [{ body }] = await Promise.all([
    seller.call<PhotoEditAccepted>('POST', '/api/photoroom/remove-background', { imageKey: key }),
    seller.call('POST', '/api/pipeline/runs', { runId, ...example, aiSuggested: ['lighting'], userProvided: [] }),
  ]);
  await Promise.all([body.jobId, runId].map(waitForResult));
  clockSpeedFactor = retrySpeedFactor;
  const job = await waitUntil(
    async () => (await seller.call<PhotoEditJob>('GET', `/api/photoroom/${body.jobId}`)).body,
    ({ status }) => status === 'done' || status === 'failed',
  );
  const run = await waitUntil(
    async () => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body,
    ({ status }) => status !== 'running',
  );
  enableKey();
  expect(job).toMatchObject({ status: 'failed' });
  expect(run.iterationHistory).toEqual([]);
  expect(run).not.toHaveProperty('result');
  await waitUntil(
    () => seller.profile(),
    ({ credits, available }) => credits === 5 && available === 5,
  );
});

test('a crop and a file for a marketplace fail without the key, change no result, and work again with the key', async () => {
  const { batchId } = await seller.run(['a shoe']);
  const { items } = await seller.until(batchId);
  const { videoUrl } = items[0] ?? {};
  const before = await readItem(seller.userId, batchId, 0);
  const crop = { videoUrl, originalVideoUrl: videoUrl, cropInfo: { x: 0, y: 0, width: 640, height: 640 } };
  const finish = async () => {
    const request = { finishId: randomUUID(), action: 'start', results: [String(videoUrl)], placements: ['shopee.listing-video'] };
    await seller.call('POST', '/api/finish', request);
    const { files } = await waitUntil(
      async () => (await seller.call<FinishResponse>('GET', `/api/finish/${request.finishId}`)).body,
      (response) => response.files.every(({ status }) => status !== 'making'),
    );
    return files[0];
  };
  disableKey();
  const refused = await seller.call<{ error: string }>('POST', '/api/video/crop', crop);
  expect(refused).toMatchObject({ status: 503, body: { error: errors.SigningKeyMissing.message } });
  expect(await finish()).toMatchObject({ status: 'failed' });
  enableKey();
  expect(await readItem(seller.userId, batchId, 0)).toEqual(before);
  const { status, body } = await seller.call<{ croppedVideoUrl: string }>('POST', '/api/video/crop', crop);
  expect(status).toBe(200);
  const file = await finish();
  expect(file).toMatchObject({ status: 'ready' });
  for (const url of [body.croppedVideoUrl, file?.url]) {
    const buffer = Buffer.from(await (await fetch(String(url))).arrayBuffer());
    expect((await Reader.fromAsset({ buffer, mimeType: 'video/mp4' }))?.json()).toMatchObject({ validation_state: 'Valid' });
  }
});
