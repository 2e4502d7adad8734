/**
 * Every function that works on media, in slow mode, with the heaviest input that the product accepts: photos of 8192 × 8192 pixels in
 * less than 8 MB, and clips of eight seconds in 1080p with sound.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { calls } from '#infra/functions/calls.ts';
import type { FunctionSpec } from '#infra/functions/spec.ts';
import { steps } from '#infra/functions/steps.ts';
import { lambdaFunction } from '#infra/local/resources/lambda-function.ts';
import type { Measured } from '#infra/local/resources/resource-type.ts';
import { systemClock } from '#infra/local/services/states/clock.ts';
import { itemKey } from '#lambdas/store/batch-rows.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { startTestCloud, type TestCloud } from './cloud.ts';
import { grant } from './grant.ts';
import { imageRequest } from './image-order.ts';
import { batchRequest, type Seller, signIn } from './seller.ts';

/** The functions with native media. */
export const mediaEntries: string[] = [...Object.values<FunctionSpec>(calls), ...Object.values<FunctionSpec>(steps)]
  .filter(({ layers }) => layers?.length)
  .map(({ entry }) => entry);

/** What the model makes for a square at 1080p, delivered at once. */
const clip = { kind: 'clip', width: 1080, height: 1920 };
const side = 8192;
/** Enlarged to the whole photo, grain of this size makes a file of 4 to 6 MB. */
const grainSide = 640;
const photoBytesMax = 8 * 1024 ** 2;
const patienceMs = 10 * 60 * 1000;
const pollMs = 200;
const creditCents = 100_00;

/** What each invocation used and was allowed. */
export async function measureSlowMedia(): Promise<Measured[]> {
  const measured: Measured[] = [];
  const cloud = await startTestCloud({ clock: systemClock, slow: true, onMeasured: (one) => measured.push(one) });
  try {
    await cloud.fal.script('', clip);
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, creditCents);
    const key = await upload(seller, 'jpeg');
    await makeVideos(cloud, seller, [key, await upload(seller, 'webp')]);
    await callDirectly(seller, key);
    await editAndTransform(seller, key);
  } finally {
    await cloud.stop();
  }
  return measured.filter(({ entry }) => mediaEntries.includes(entry));
}

/** Grain, so that it compresses badly; a progressive JPEG is decoded in several passes over all of it. */
async function upload(seller: Seller, format: 'jpeg' | 'webp', folder = 'temp-images'): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const grain = await sharp({ create: { width: grainSide, height: grainSide, channels: 3, noise, background: '#888' } })
    .png()
    .toBuffer();
  const large = sharp(grain).resize(side, side, { kernel: 'linear' });
  const file = await (format === 'jpeg'
    ? large.jpeg({ quality: 60, progressive: true })
    : large.webp({ quality: 40, effort: 0 })
  ).toBuffer();
  if (file.length >= photoBytesMax) throw new Error(`The photo has ${file.length} bytes`);
  const { key, status } = await seller.upload(file, `image/${format}`, { folder });
  if (status !== 204) throw new Error(`The upload was answered ${status}`);
  return key;
}

/** Extended, generated, stored and cropped; one is cropped by a call, and one is stored after its item was given up. */
async function makeVideos(cloud: TestCloud, seller: Seller, keys: string[]): Promise<void> {
  const order = (uploadKey: string, aspectRatio = '1:1') => ({
    uploadKey,
    aspectRatio,
    model: 'veo3',
    resolution: '1080p',
    generateAudio: true,
  });
  // The second is extended.
  const cropped = await finished(seller, [order(keys[0] ?? ''), order(keys[1] ?? '', '9:16')]);
  const repair = cloud.breakFunction('video/crop-video');
  const [uncropped] = (await finished(seller, [order(keys[0] ?? '')])).items;
  repair();
  const { videoUrl } = uncropped as VideoBatchItem;
  const cropInfo = { x: 0, y: 420, width: 1080, height: 1080 };
  await answered(seller, '/api/video/crop', { videoUrl, originalVideoUrl: videoUrl, cropInfo });
  await storeLate(cloud, seller, cropped.batchId);
}

async function finished(seller: Seller, orders: object[]) {
  const request = batchRequest(orders);
  await answered(seller, '/api/batches', request);
  const batch = await seller.until(request.batchId, undefined, patienceMs);
  if (batch.status !== 'completed') throw new Error(`The batch ended as ${JSON.stringify(batch.items)}`);
  return batch;
}

async function storeLate({ cloud }: TestCloud, { userId }: Seller, batchId: string): Promise<void> {
  const update = {
    ...itemKey(userId, batchId, 0),
    UpdateExpression: 'SET #status = :failed REMOVE #result',
    ExpressionAttributeNames: { '#status': 'status', '#result': 'result' },
    ExpressionAttributeValues: { ':failed': 'failed' },
  };
  await dynamo().send(new UpdateCommand(update));
  const late = cloud.assembly.resources.find(({ properties }) => properties.Description === 'video/store-late-result');
  if (!late) throw new Error('There is no function for late videos');
  const input = { userId, batchId, itemId: 'item-0', index: 0, mayCrop: true };
  const result = await cloud.invoke(String(lambdaFunction.attributes?.Arn?.(late)), input);
  if ('error' in result) throw new Error(JSON.stringify(result.error));
}

async function callDirectly(seller: Seller, imageUrl: string): Promise<void> {
  const wish = { aspectRatio: '9:16', duration: 8, generateAudio: false, videoStyle: 'showcase', language: 'en' };
  await answered(seller, '/api/ai/generate-prompt', { imageUrl, ...wish });
  const frame = { imageUrl, targetAspectRatio: '9:16', mimeType: 'image/jpeg', model: 'veo3', resolution: '1080p' };
  const { outpaintParams, processedImageUrl } = await answered<{ outpaintParams: object; processedImageUrl: string }>(
    seller,
    '/api/image/preprocess',
    frame,
  );
  await answered(seller, '/api/stability/outpaint', {
    imageUrl: processedImageUrl,
    outpaintParams,
    creativityStrength: 0.3,
    prompt: 'wood',
  });
  const examples = { beforeImageUrl: imageUrl, afterImageUrl: imageUrl };
  await answered(seller, '/api/openai/analyze-transformation', { ...examples, productType: 'bag', userRequirements: 'for a shop' });
  const judged = { focusAreas: ['background removal'], currentTargetArea: 'background removal', iterationNumber: 1, previousStatus: {} };
  await answered(seller, '/api/openai/evaluate-image', { ...examples, currentImageUrl: imageUrl, ...judged });
}

async function editAndTransform(seller: Seller, imageKey: string): Promise<void> {
  const images = imageRequest(['On a table'], imageKey);
  await answered(seller, '/api/batches', images);
  await seller.until(images.batchId, undefined, patienceMs);
  const { jobId } = await answered<{ jobId: string }>(seller, '/api/photoroom/remove-background', { imageKey });
  await ended(seller, `/api/photoroom/${jobId}`);
  const reference = await upload(seller, 'jpeg', 'pipeline/references');
  const inputImageUrl = await upload(seller, 'jpeg', 'pipeline/input');
  const runId = randomUUID();
  await answered(seller, '/api/pipeline/runs', { runId, beforeImageUrl: reference, afterImageUrl: reference, inputImageUrl });
  await ended(seller, `/api/pipeline/runs/${runId}`);
}

async function answered<Body>(seller: Seller, path: string, body: object): Promise<Body> {
  const answer = await seller.call<Body>('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function ended(seller: Seller, path: string): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await wait(pollMs)) {
    const { body } = await seller.call<{ status: string }>('GET', path);
    if (!['queued', 'running', 'processing'].includes(body.status)) return;
  }
  throw new Error(`${path} did not end`);
}
