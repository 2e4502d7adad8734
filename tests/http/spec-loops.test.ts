/**
 * The two sequences of single calls that docs/spec.md 17.7 and 17.9 describe: before/after, and crop. Each call uses the results of earlier
 * calls, with the documented field names.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { probeVideo } from '#lambdas/video/probe-video.ts';
import { photo, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

type Json = Record<string, unknown>;

/** Makes one call and expects success. */
async function call(seller: Seller, path: string, body: Json): Promise<Json> {
  const { status, body: answer } = await seller.call<Json>('POST', path, body);
  expect({ path, status, answer }).toMatchObject({ status: expect.toSatisfy((code) => code === 200 || code === 202) });
  return answer;
}

/** Returns the final result of a call: its response, or the result of its operation. */
async function finished(seller: Seller, answer: Json): Promise<Json> {
  if (!answer.operationName) return answer;
  const { operationName } = answer;
  await seller.until(String(operationName).slice('operations/'.length));
  const done = await call(seller, '/api/gemini/check-operation', { operationName });
  expect(done).toMatchObject({ status: 'completed' });
  return done;
}

const upload = async (seller: Seller, folder: string, size?: { width: number; height: number }): Promise<string> =>
  (await seller.upload(await photo('jpeg', size), 'image/jpeg', { folder })).key;

test('before/after: analyze, generate, evaluate, improve, evaluate again', async () => {
  const seller = await signIn(cloud.origin);
  const [beforeImageUrl, afterImageUrl, inputImageUrl] = await Promise.all([
    upload(seller, 'pipeline/references'),
    upload(seller, 'pipeline/references'),
    upload(seller, 'pipeline/input'),
  ]);
  const example = { beforeImageUrl, afterImageUrl };
  const productType = 'shoe';

  const analyzed = await call(seller, '/api/openai/analyze-transformation', {
    ...example,
    productType,
    userRequirements: 'a white background',
  });
  expect(analyzed).toMatchObject({
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
  const first = await finished(
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
  const judged = await judge(first.imageUrl, 0, null);
  expect(judged).toMatchObject({
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
  const { improvementPrompt } = judged.evaluation as { improvementPrompt: string };
  const prompt = improvementPrompt || 'Brighten the product a little';
  const second = await finished(
    seller,
    await call(seller, '/api/gemini/image-pipeline-generate', { ...picture, inputImageUrl: first.imageUrl, prompt }),
  );
  const third = await finished(
    seller,
    await call(seller, '/api/gemini/generate-image', { ...picture, imageUrl: second.imageUrl, prompt, outputFormat: 'jpeg' }),
  );
  const evaluation = judged.evaluation as Json;
  await judge(second.imageUrl, 1, { 'background removal': evaluation.status });
  await judge(third.imageUrl, 2, { 'background removal': { status: 'needs_work', assessment: 'The table is still there' } });
  await judge(third.imageUrl, 3, []);
  expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
}, 180_000);

test('crop: preprocess, outpaint, generate, crop, and the video has the planned size', async () => {
  const seller = await signIn(cloud.origin);
  // A 4:3 photo for a square video needs outpainting and cropping.
  const imageUrl = await upload(seller, 'temp-images', { width: 1600, height: 1200 });
  const planned = await call(seller, '/api/image/preprocess', {
    imageUrl,
    targetAspectRatio: '1:1',
    mimeType: 'image/jpeg',
    model: 'veo3',
  });
  const cropInfo = planned.cropInfo as { x: number; y: number; width: number; height: number };
  expect(planned).toMatchObject({
    processingStrategy: 'OUTPAINTING_REQUIRED',
    finalTargetRatio: '1:1',
    cropInfo: { width: cropInfo.height },
  });
  const extended = await call(seller, '/api/stability/outpaint', {
    imageUrl: planned.processedImageUrl,
    outpaintParams: planned.outpaintParams,
    creativityStrength: 0.3,
    prompt: 'Seamlessly extend the background',
  });
  const ordered = await call(seller, '/api/fal/generate-video', {
    image: { url: extended.imageUrl, title: 'Shoe' },
    prompt: 'A slow push in',
    model: 'veo3',
    duration: 5,
    aspectRatio: planned.modelAspectRatio,
    generateAudio: false,
  });
  const { videoUrl } = await finished(seller, ordered);
  const crop = (changes: object) =>
    seller.call<Json>('POST', '/api/video/crop', { videoUrl, cropInfo, originalVideoUrl: videoUrl, ...changes });
  const { status, body } = await crop({});
  expect({ status, body }).toEqual({ status: 200, body: { croppedVideoUrl: expect.stringMatching(/^http/) } });
  expect(await measureVideo(body.croppedVideoUrl)).toMatchObject({ width: cropInfo.width, height: cropInfo.height, codec: 'h264' });

  const objectOf = (url: unknown) => String(url).split('?')[0];
  expect(objectOf((await crop({})).body.croppedVideoUrl)).toBe(objectOf(body.croppedVideoUrl));

  const badRequest = { status: 400, body: { code: 'BadRequest', details: expect.stringContaining('cropInfo') } };
  for (const wrong of [
    { ...cropInfo, x: cropInfo.x + 1 },
    { ...cropInfo, width: 0 },
    { ...cropInfo, width: 4000 },
    { ...cropInfo, x: -2 },
    { x: 0, y: 0, width: 32, height: 32 },
    'everything',
  ])
    expect(await crop({ cropInfo: wrong })).toMatchObject(badRequest);
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

test('results are accepted as inputs like uploads, but only from their owner', async () => {
  const seller = await signIn(cloud.origin);
  const made = await finished(
    seller,
    await call(seller, '/api/gemini/generate-image', { imageUrl: await upload(seller, 'temp-images'), prompt: 'A first image' }),
  );
  const imageUrl = String(made.imageUrl);
  const written = { imageUrl, aspectRatio: '9:16', duration: '8s', generateAudio: 'off', videoStyle: 'showcase', language: 'en' };
  expect(await call(seller, '/api/ai/generate-prompt', written)).toMatchObject({ success: true });
  const framed = await call(seller, '/api/image/preprocess', {
    imageUrl,
    targetAspectRatio: '9:16',
    mimeType: 'image/jpeg',
    model: 'veo3-fast',
  });
  const video = {
    image: { url: framed.processedImageUrl },
    prompt: 'A slow push in',
    model: 'veo3-fast',
    aspectRatio: '9:16',
    generateAudio: 'off',
  };
  await finished(seller, await call(seller, '/api/fal/generate-video', video));
  const edited = await seller.call<Json>('POST', '/api/photoroom/remove-background', { imageKey: imageUrl });
  expect(edited.status).toBe(202);
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
    ['/api/ai/generate-prompt', written],
    ['/api/gemini/generate-image', { imageUrl, prompt: 'x' }],
    ['/api/image/preprocess', { imageUrl, targetAspectRatio: '9:16' }],
    ['/api/photoroom/remove-background', { imageKey: imageUrl }],
  ] as const)
    expect(await other.call('POST', path, body)).toMatchObject({ status: 400, body: { code: 'AddressNotAllowed' } });
}, 180_000);
