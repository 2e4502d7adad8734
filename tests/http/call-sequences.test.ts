/**
 * Tests the two sequences of single calls in docs/spec.md 17.7 and 17.9: before/after, and crop. Each call uses the results of earlier
 * calls, with the documented field names.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { probeVideo } from '#lambdas/video/probe-video.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

type Json = Record<string, unknown>;

/** Makes one call and expects success. */
async function call(seller: Seller, path: string, body: Json): Promise<Json> {
  const { status, body: result } = await seller.call<Json>('POST', path, body);
  expect({ path, status, result }).toMatchObject({ status: expect.toSatisfy((code) => code === 200 || code === 202) });
  return result;
}

/** Returns the final result of a call: its response, or the result of its operation. */
async function waitForResult(seller: Seller, result: Json): Promise<Json> {
  if (!result.operationName) return result;
  const { operationName } = result;
  await seller.until(String(operationName).slice('operations/'.length));
  const operation = await call(seller, '/api/gemini/check-operation', { operationName });
  expect(operation).toMatchObject({ status: 'completed' });
  return operation;
}

const upload = async (seller: Seller, folder: string, size?: { width: number; height: number }): Promise<string> =>
  (await seller.upload(await createPhoto('jpeg', size), 'image/jpeg', { folder })).key;

test('the before/after calls work in sequence: analyze, generate, evaluate, improve, evaluate again', async () => {
  const seller = await signIn(cloud.origin);
  const [beforeImageUrl, afterImageUrl, inputImageUrl] = await Promise.all([
    upload(seller, 'pipeline/references'),
    upload(seller, 'pipeline/references'),
    upload(seller, 'pipeline/input'),
  ]);
  const example = { beforeImageUrl, afterImageUrl };
  const productType = 'shoe';

  const analysis = await call(seller, '/api/openai/analyze-transformation', {
    ...example,
    productType,
    userRequirements: 'a white background',
  });
  expect(analysis).toMatchObject({
    success: true,
    analysis: {
      actionPlan: expect.any(Array),
      visualAnalysis: expect.any(String),
      userIntent: expect.any(String),
      reasoning: expect.any(String),
      categoryAnalysis: expect.any(Object),
    },
    rawResponse: expect.any(String),
  });

  const picture = { ...example, mimeType: 'image/jpeg', aspectRatio: '9:16' };
  const first = await waitForResult(
    seller,
    await call(seller, '/api/gemini/image-pipeline-generate', { ...picture, inputImageUrl, prompt: 'As in the example' }),
  );
  expect(first).toMatchObject({ success: true, imageUrl: expect.stringMatching(/^http/) });

  const focusAreas = ['background removal', 'product lighting'];
  const judge = (currentImageUrl: unknown, iterationNumber: number, previousStatus: unknown) =>
    call(seller, '/api/openai/evaluate-image', {
      ...example,
      currentImageUrl,
      focusAreas,
      iterationNumber,
      previousStatus,
      currentTargetArea: 'background removal',
      originalInputImageUrl: inputImageUrl,
      productType,
    });
  const firstEvaluation = await judge(first.imageUrl, 0, null);
  expect(firstEvaluation).toMatchObject({
    evaluation: {
      status: expect.stringMatching(/^(solved|needs_work)$/),
      assessment: expect.any(String),
      nextSteps: expect.any(Array),
      improvementPrompt: expect.any(String),
    },
    productAccuracy: { status: expect.stringMatching(/^(PASS|FAIL)$/) },
    recommendation: expect.any(String),
  });

  // The returned image is the input of the next image in both image calls.
  const { improvementPrompt } = firstEvaluation.evaluation as { improvementPrompt: string };
  const prompt = improvementPrompt || 'Brighten the product a little';
  const second = await waitForResult(
    seller,
    await call(seller, '/api/gemini/image-pipeline-generate', { ...picture, inputImageUrl: first.imageUrl, prompt }),
  );
  const third = await waitForResult(
    seller,
    await call(seller, '/api/gemini/generate-image', { ...picture, imageUrl: second.imageUrl, prompt, outputFormat: 'jpeg' }),
  );
  const evaluation = firstEvaluation.evaluation as Json;
  await judge(second.imageUrl, 1, { 'background removal': evaluation.status });
  await judge(third.imageUrl, 2, { 'background removal': { status: 'needs_work', assessment: 'The table is still there' } });
  await judge(third.imageUrl, 3, []);
  expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
}, 180_000);

test('the crop calls work in sequence (preprocess, outpaint, generate, crop), and the video has the planned size', async () => {
  const seller = await signIn(cloud.origin);
  // A 4:3 photo for a square video needs outpainting and cropping.
  const imageUrl = await upload(seller, 'temp-images', { width: 1600, height: 1200 });
  const plan = await call(seller, '/api/image/preprocess', {
    imageUrl,
    targetAspectRatio: '1:1',
    mimeType: 'image/jpeg',
    model: 'veo3',
  });
  const cropInfo = plan.cropInfo as { x: number; y: number; width: number; height: number };
  expect(plan).toMatchObject({
    processingStrategy: 'OUTPAINTING_REQUIRED',
    finalTargetRatio: '1:1',
    cropInfo: { width: cropInfo.height },
  });
  const extension = await call(seller, '/api/stability/outpaint', {
    imageUrl: plan.processedImageUrl,
    outpaintParams: plan.outpaintParams,
    creativityStrength: 0.3,
    prompt: 'Seamlessly extend the background',
  });
  const videoOrder = await call(seller, '/api/fal/generate-video', {
    image: { url: extension.imageUrl, title: 'Shoe' },
    prompt: 'A slow push in',
    model: 'veo3',
    duration: 5,
    aspectRatio: plan.modelAspectRatio,
    generateAudio: false,
  });
  const { videoUrl } = await waitForResult(seller, videoOrder);
  const crop = (changes: object) =>
    seller.call<Json>('POST', '/api/video/crop', { videoUrl, cropInfo, originalVideoUrl: videoUrl, ...changes });
  const { status, body } = await crop({});
  expect({ status, body }).toEqual({ status: 200, body: { croppedVideoUrl: expect.stringMatching(/^http/) } });
  expect(await measureVideo(body.croppedVideoUrl)).toMatchObject({ width: cropInfo.width, height: cropInfo.height, codec: 'h264' });

  const objectOf = (url: unknown) => String(url).split('?')[0];
  expect(objectOf((await crop({})).body.croppedVideoUrl)).toBe(objectOf(body.croppedVideoUrl));

  const badRequest = { status: 400, body: { code: 'BadRequest', details: expect.stringContaining('cropInfo') } };
  for (const wrongCrop of [
    { ...cropInfo, x: cropInfo.x + 1 },
    { ...cropInfo, width: 0 },
    { ...cropInfo, width: 4000 },
    { ...cropInfo, x: -2 },
    { x: 0, y: 0, width: 32, height: 32 },
    'everything',
  ])
    expect(await crop({ cropInfo: wrongCrop })).toMatchObject(badRequest);
  expect(await crop({ cropInfo: null })).toMatchObject({ status: 409, body: { code: 'NothingToCrop' } });
  const other = await signIn(cloud.origin);
  expect(await other.call('POST', '/api/video/crop', { videoUrl, cropInfo })).toMatchObject({
    status: 400,
    body: { code: 'AddressNotAllowed' },
  });
}, 240_000);

async function measureVideo(url: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'crop-'));
  try {
    const file = join(folder, 'clip.mp4');
    await writeFile(file, Buffer.from(await (await fetch(String(url))).arrayBuffer()));
    return await probeVideo(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('calls accept results as inputs in the same way as uploads, but only from their owner', async () => {
  const seller = await signIn(cloud.origin);
  const image = await waitForResult(
    seller,
    await call(seller, '/api/gemini/generate-image', { imageUrl: await upload(seller, 'temp-images'), prompt: 'A first image' }),
  );
  const imageUrl = String(image.imageUrl);
  const promptRequest = { imageUrl, aspectRatio: '9:16', duration: '8s', generateAudio: 'off', videoStyle: 'showcase', language: 'en' };
  expect(await call(seller, '/api/ai/generate-prompt', promptRequest)).toMatchObject({ success: true });
  const frame = await call(seller, '/api/image/preprocess', {
    imageUrl,
    targetAspectRatio: '9:16',
    mimeType: 'image/jpeg',
    model: 'veo3-fast',
  });
  const video = {
    image: { url: frame.processedImageUrl },
    prompt: 'A slow push in',
    model: 'veo3-fast',
    aspectRatio: '9:16',
    generateAudio: 'off',
  };
  await waitForResult(seller, await call(seller, '/api/fal/generate-video', video));
  const editResponse = await seller.call<Json>('POST', '/api/photoroom/remove-background', { imageKey: imageUrl });
  expect(editResponse.status).toBe(202);
  const run = {
    runId: crypto.randomUUID(),
    beforeImageUrl: imageUrl,
    afterImageUrl: imageUrl,
    inputImageUrl: imageUrl,
    userProvided: ['light'],
  };
  expect((await seller.call('POST', '/api/pipeline/runs', run)).status).toBe(202);

  const other = await signIn(cloud.origin);
  for (const [path, body] of [
    ['/api/ai/generate-prompt', promptRequest],
    ['/api/gemini/generate-image', { imageUrl, prompt: 'x' }],
    ['/api/image/preprocess', { imageUrl, targetAspectRatio: '9:16' }],
    ['/api/photoroom/remove-background', { imageKey: imageUrl }],
  ] as const)
    expect(await other.call('POST', path, body)).toMatchObject({ status: 400, body: { code: 'AddressNotAllowed' } });
}, 180_000);
