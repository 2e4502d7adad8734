/**
 * Tests orders whose photos are earlier results. The tests check which calls accept the key of a result, from which user, and at which size
 * and price.
 */
import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaBucket, s3 } from '#lambdas/store/media.ts';
import { imageKey } from '#lambdas/store/media-keys.ts';
import { putObject } from '#lambdas/store/objects.ts';
import type { EditBatchResponse, ImageBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import type { PhotoEditAccepted, PhotoEditJob } from '#shared/photo-edit/api.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { editRequest } from '../fixtures/edit-order.ts';
import { uploadExample } from '../fixtures/example.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';
import { waitUntil } from '../fixtures/until.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const sendOrder = async (seller: Seller, request: { batchId: string }) => {
  const { status, body } = await seller.call('POST', '/api/batches', request);
  expect([status, body.code]).toEqual([202, undefined]);
  return request.batchId;
};
const readBalance = async (seller: Seller) => {
  const { credits, available } = await seller.profile();
  return [credits, available];
};
const metadataAt = async (url: string | undefined) => sharp(Buffer.from(await (await fetch(String(url))).arrayBuffer())).metadata();

async function createImage(seller: Seller, prompt = 'a source'): Promise<{ batchId: string; resultKey: string }> {
  const { key } = await seller.upload(await createPhoto());
  const batchId = await sendOrder(seller, imageRequest([prompt], key));
  const [item] = (await seller.until<ImageBatchResponse>(batchId)).items;
  return { batchId, resultKey: String(item?.resultKey) };
}

async function createEdit(seller: Seller, imageKey: string): Promise<Extract<PhotoEditJob, { status: 'done' }>> {
  const { body } = await seller.call<PhotoEditAccepted>('POST', '/api/photoroom/remove-background', { imageKey });
  const read = async () => (await seller.call<PhotoEditJob>('GET', `/api/photoroom/${body.jobId}`)).body;
  const job = await waitUntil(read, ({ status }) => status === 'done' || status === 'failed');
  if (job.status !== 'done') throw new Error(JSON.stringify(job));
  return job;
}

describe('a result of another user', () => {
  test('every order refuses a result of another user in the same way as an upload of another user, and nothing is held', async () => {
    const [seller, other] = await Promise.all([signIn(cloud.origin), signIn(cloud.origin)]);
    const [{ key: foreignUpload }, { key: ownKey }] = await Promise.all([
      other.upload(await createPhoto()),
      seller.upload(await createPhoto()),
    ]);
    const { resultKey } = await createImage(other);
    const example = { beforeImageUrl: ownKey, afterImageUrl: ownKey, userProvided: ['light'] };
    const prompt = { aspectRatio: '9:16', duration: 8, generateAudio: false, videoStyle: 'showcase', language: 'en' };
    const callsWith = (key: string): [string, object][] => [
      ['/api/batches', batchRequest([{ uploadKey: key }])],
      ['/api/batches', imageRequest(['x'], key)],
      ['/api/batches', editRequest([key])],
      ['/api/photoroom/remove-background', { imageKey: key }],
      ['/api/pipeline/runs', { ...example, runId: randomUUID(), inputImageUrl: key }],
      ['/api/ai/generate-prompt', { ...prompt, imageUrl: key }],
    ];
    const refusalsFor = async (key: string) => {
      const responses = await Promise.all(callsWith(key).map(([path, body]) => seller.call('POST', path, body)));
      return responses.map(({ status, body }) => [status, body.code]);
    };
    const resultRefusals = await refusalsFor(resultKey);
    expect(resultRefusals).toEqual(await refusalsFor(foreignUpload));
    expect(resultRefusals.map(([, code]) => code)).toEqual([
      'UploadNotFound',
      'UploadNotFound',
      'UploadNotFound',
      'AddressNotAllowed',
      'AddressNotAllowed',
      'AddressNotAllowed',
    ]);
    expect(await readBalance(seller)).toEqual([5, 5]);
  });

  test.each(['../', '%2e%2e/', './'])('a result of another user is not accessible through %s in a key of the caller', async (step) => {
    const [seller, other] = await Promise.all([signIn(cloud.origin), signIn(cloud.origin)]);
    const { resultKey } = await createImage(other);
    const hostileKey = resultKey.replace('results/', `results/${seller.userId}/${step}`);
    expect(await seller.call('POST', '/api/batches', imageRequest(['x'], hostileKey))).toMatchObject(errorResponse(404, 'UploadNotFound'));
    expect(await readBalance(seller)).toEqual([5, 5]);
  });
});

test.each<[string, (key: string) => { batchId: string }]>([
  ['a video', (key) => batchRequest([{ uploadKey: key }])],
  ['an image', (key) => imageRequest(['x'], key)],
  ['an edit', (key) => editRequest([key])],
])('%s is not made from a video or from a result that does not exist', async (_, request) => {
  const seller = await signIn(cloud.origin);
  const { batchId } = await seller.run(['a clip']);
  const { items } = await seller.until(batchId);
  const balanceBefore = await readBalance(seller);
  const key = new URL(String(items[0]?.videoUrl)).pathname.slice(1);
  expect(await seller.call('POST', '/api/batches', request(key))).toMatchObject(errorResponse(400, 'ImageTypeUnsupported'));
  expect(await seller.call('POST', '/api/batches', request(key.replace(/item-0\S+$/, 'item-9.jpg')))).toMatchObject(
    errorResponse(404, 'UploadNotFound'),
  );
  expect(await readBalance(seller)).toEqual(balanceBefore);
});

const ordersFrom = (key: string) => [batchRequest([{ uploadKey: key }]), imageRequest(['x'], key), editRequest([key])];

test('every order refuses a result that has expired', async () => {
  const seller = await signIn(cloud.origin);
  const { resultKey } = await createImage(seller);
  await s3.send(new DeleteObjectCommand({ Bucket: mediaBucket(), Key: resultKey }));
  const balanceBefore = await readBalance(seller);
  for (const request of ordersFrom(resultKey))
    expect(await seller.call('POST', '/api/batches', request)).toMatchObject(errorResponse(404, 'UploadNotFound'));
  expect(await readBalance(seller)).toEqual(balanceBefore);
});

test('every order refuses the stored file of an item that still runs or was cancelled', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  // The fourth image waits until its group starts.
  const request = imageRequest(['one', 'two', 'three', 'four'], key);
  const batchId = await sendOrder(seller, request);
  const itemId = String(request.items[3]?.itemId);
  const resultKey = imageKey({ userId: seller.userId, batchId, itemId });
  await putObject(resultKey, await createPhoto(), 'image/jpeg');
  for (const order of ordersFrom(resultKey))
    expect(await seller.call('POST', '/api/batches', order)).toMatchObject(errorResponse(404, 'UploadNotFound'));
  expect(await seller.call('POST', `/api/batches/${batchId}/cancel`, { itemIds: [itemId] })).toMatchObject({ status: 200 });
  const finalBatch = await seller.until<ImageBatchResponse>(batchId);
  expect(finalBatch.items[3]).toMatchObject({ status: 'cancelled', charged: 0 });
  for (const order of ordersFrom(resultKey))
    expect(await seller.call('POST', '/api/batches', order)).toMatchObject(errorResponse(404, 'UploadNotFound'));
  expect(await readBalance(seller)).toEqual([4.85, 4.85]);
});

test('an image result can be used as the photo for a video, an image and a prompt, and each order is charged once', async () => {
  const seller = await signIn(cloud.origin);
  const source = await createImage(seller);
  const row = (await seller.call<HistoryResponse>('GET', `/api/history/image/${source.batchId}`)).body;
  expect(row.results.map(({ result_key }) => result_key)).toEqual([source.resultKey]);
  const videos = batchRequest([{ uploadKey: source.resultKey }]);
  const images = imageRequest(['from a result'], source.resultKey);
  // Each order is sent twice, as if its first response had been lost.
  for (const request of [videos, videos, images, images]) await sendOrder(seller, request);
  const video = await seller.until<VideoBatchResponse>(videos.batchId);
  const image = await seller.until<ImageBatchResponse>(images.batchId);
  expect(video).toMatchObject({ status: 'completed', items: [{ videoUrl: expect.any(String), charged: 1.2 }] });
  expect(video.items[0]).not.toHaveProperty('resultKey');
  expect(image).toMatchObject({ status: 'completed', items: [{ resultKey: expect.stringContaining(images.batchId), charged: 0.05 }] });
  expect(image.items[0]?.photoUrl).toContain(`ingested/${seller.userId}/${images.batchId}/`);
  const promptOptions = { aspectRatio: '9:16', duration: 8, generateAudio: false, videoStyle: 'showcase', language: 'en' };
  const promptResponse = await seller.call('POST', '/api/ai/generate-prompt', { ...promptOptions, imageUrl: source.resultKey });
  expect(promptResponse).toMatchObject({ status: 200, body: { success: true, prompt: expect.stringMatching(/\w/) } });
  expect(await readBalance(seller)).toEqual([3.7, 3.7]);
  expect((await seller.transactions()).filter(({ type }) => type === 'deduction')).toHaveLength(3);
});

test('the result of an edit can be used as the photo for an image and for another edit', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  const single = await createEdit(seller, key);
  const batchId = await sendOrder(seller, editRequest([single.resultKey]));
  const [item] = (await seller.until<EditBatchResponse>(batchId)).items;
  expect(item).toMatchObject({ status: 'completed', charged: 0.02, resultKey: expect.stringMatching(/^results\/.*\.png$/) });
  const imageId = await sendOrder(seller, imageRequest(['from an edit'], String(item?.resultKey)));
  expect(await seller.until<ImageBatchResponse>(imageId)).toMatchObject({ status: 'completed', items: [{ charged: 0.05 }] });
  expect((await createEdit(seller, String(item?.resultKey))).charged).toBe(0.02);
  expect(await readBalance(seller)).toEqual([4.89, 4.89]);
});

test('the final image of a run can be used as the photo for an edit, and an image result as the input of a run', async () => {
  const seller = await signIn(cloud.origin);
  const { resultKey } = await createImage(seller);
  const runId = randomUUID();
  const request = { ...(await uploadExample(seller)), runId, inputImageUrl: resultKey, userProvided: ['product lighting'] };
  expect((await seller.call('POST', '/api/pipeline/runs', request)).status).toBe(202);
  const read = async () => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body;
  const run = await waitUntil(read, ({ status }) => status === 'completed');
  const row = (await seller.call<HistoryResponse>('GET', `/api/history/image/${runId}`)).body;
  expect(row.results.map(({ result_key }) => result_key)).toEqual([run.result?.resultKey]);
  const balanceBefore = (await seller.profile()).credits;
  const batchId = await sendOrder(seller, editRequest([String(run.result?.resultKey)]));
  expect(await seller.until<EditBatchResponse>(batchId)).toMatchObject({ status: 'completed', items: [{ charged: 0.02 }] });
  const creditsAfter = Math.round((balanceBefore - 0.02) * 100) / 100;
  expect(await readBalance(seller)).toEqual([creditsAfter, creditsAfter]);
});

describe('a result that is larger than the maximum upload', () => {
  let seller: Seller;
  let largeKey: string;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    largeKey = (await createEdit(seller, key)).resultKey;
    // An upscaled edit can have 9,000 pixels on one side and more than 8 MB.
    const noise = sharp({
      create: { width: 9_000, height: 700, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    });
    const bytes = await noise.png({ compressionLevel: 1 }).toBuffer();
    expect(bytes.length).toBeGreaterThan(8_388_608);
    await putObject(largeKey, bytes, 'image/png');
  });

  test('a result above the maximum size of an upload is refused if the seller uploads it', async () => {
    const declared = { fileName: 'a.png', folder: 'temp-images', contentType: 'image/png', sizeBytes: 20_000_000 };
    expect(await seller.call('POST', '/api/uploads', declared)).toMatchObject(errorResponse(400, 'ImageTooLarge'));
  });

  test('a result that is larger than the maximum upload is scaled down before it becomes the photo of an image', async () => {
    const batchId = await sendOrder(seller, imageRequest(['from a large result'], largeKey));
    const finalBatch = await seller.until<ImageBatchResponse>(batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', items: [{ charged: 0.05 }] });
    expect(await metadataAt(finalBatch.items[0]?.photoUrl)).toMatchObject({ format: 'jpeg', width: 3840, height: 299 });
  });

  test('a result that is larger than the maximum upload is scaled down before it becomes the photo of an edit', async () => {
    const batchId = await sendOrder(seller, editRequest([largeKey]));
    const finalBatch = await seller.until<EditBatchResponse>(batchId);
    expect(finalBatch).toMatchObject({ status: 'completed', items: [{ charged: 0.02 }] });
    expect((await metadataAt(finalBatch.items[0]?.photoUrl)).width).toBe(8192);
  });
});
