/**
 * Tests the calls about one picture and the crop call (docs/spec.md 17.7) over HTTP on the whole local stack: results and refusals.
 */

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DailyUse } from '#shared/daily-limits.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { CropResponse, GenerateVideoResponse, OutpaintResponse, PreprocessResponse } from '#shared/video/single-calls.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { readUsesToday, setUsesLeftToday } from '../fixtures/limits.ts';
import { batchRequest, createPhoto, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const errorResponse = (status: number, code: ErrorCode) => ({
  status,
  body: { code, message: expect.stringMatching(/\w/), requestId: expect.any(String) },
});

const preprocess = <Body = PreprocessResponse>(seller: Seller, imageUrl: string, changes: object = {}) =>
  seller.call<Body>('POST', '/api/image/preprocess', {
    imageUrl,
    targetAspectRatio: '1:1',
    mimeType: 'image/jpeg',
    model: 'veo3',
    resolution: '720p',
    ...changes,
  });
const outpaint = <Body = OutpaintResponse>(seller: Seller, imageUrl: string, outpaintParams: unknown, changes: object = {}) =>
  seller.call<Body>('POST', '/api/stability/outpaint', { imageUrl, outpaintParams, creativityStrength: 0.3, prompt: 'a cat', ...changes });
const crop = <Body = CropResponse>(seller: Seller, videoUrl: string) =>
  seller.call<Body>('POST', '/api/video/crop', { videoUrl, cropInfo: null, originalVideoUrl: videoUrl });

async function pictureAt(url: string) {
  const response = await fetch(url);
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({ status: 200, type: 'image/jpeg' });
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { format, width, height };
}

const readUses = (seller: Seller, use: DailyUse) => readUsesToday(seller.userId, use);
const exhaustDailyLimit = (seller: Seller, use: DailyUse) => setUsesLeftToday(seller.userId, use, 0);

test('single calls plan the frame of a photo, extend the photo, and make a video from the photo', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto('jpeg', { width: 1200, height: 900 }));
  const { status, body: plan } = await preprocess(seller, key);
  expect({ status, plan }).toEqual({
    status: 200,
    plan: {
      processingStrategy: 'OUTPAINTING_REQUIRED',
      modelAspectRatio: '9:16',
      outpaintTargetRatio: '9:16',
      finalTargetRatio: '1:1',
      needsCropAfterOutpainting: true,
      cropInfo: { x: 0, y: 280, width: 720, height: 720 },
      needsPostProcessing: true,
      outpaintParams: { left: 0, right: 0, up: 370, down: 370 },
      processedImageUrl: expect.stringContaining(`/uploads/${seller.userId}/frames/`),
      modelConfig: { model: 'veo3', apiName: 'veo3-image-to-video', aspectRatio: '9:16', resolution: '720p', durationSeconds: 8 },
    },
  });
  expect(await pictureAt(plan.processedImageUrl)).toEqual({ format: 'jpeg', width: 720, height: 540 });

  const callsBefore = await cloud.stability.calls();
  const { body: extended } = await outpaint(seller, plan.processedImageUrl, plan.outpaintParams);
  expect(extended).toEqual({ success: true, imageUrl: expect.stringMatching(/^http/), mimeType: 'image/jpeg' });
  expect(await pictureAt(extended.imageUrl)).toEqual({ format: 'jpeg', width: 720, height: 1280 });
  expect((await cloud.stability.calls()) - callsBefore).toBe(1);

  const { status: orderStatus, body } = await seller.call<GenerateVideoResponse>('POST', '/api/fal/generate-video', {
    image: { url: extended.imageUrl, title: 'Shoe.jpg' },
    prompt: 'All the way',
    model: 'veo3-fast',
    duration: 5,
    aspectRatio: '9:16',
    generateAudio: false,
  });
  expect(orderStatus).toBe(202);
  expect((await seller.until(body.operationName.slice('operations/'.length))).status).toBe('completed');
  expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
});

describe('POST /api/image/preprocess', () => {
  test.each([
    ['with the ordered ratio', { width: 900, height: 1600 }, '9:16', 'DIRECT_GENERATION', { width: 720, height: 1280 }],
    ['with a ratio that needs a crop', { width: 900, height: 900 }, '1:1', 'PADDING_AND_CROP', { width: 720, height: 1280 }],
    ['with the opposite ratio', { width: 1600, height: 900 }, '9:16', 'OUTPAINTING_REQUIRED', { width: 720, height: 405 }],
  ])(
    'the call returns the frame, or the picture to extend, for a photo %s',
    async (_, size, targetAspectRatio, processingStrategy, expectedSize) => {
      const seller = await signIn(cloud.origin);
      const { key } = await seller.upload(await createPhoto('png', size), 'image/png');
      const { body } = await preprocess(seller, key, { targetAspectRatio });
      expect(body).toMatchObject({ processingStrategy, finalTargetRatio: targetAspectRatio });
      expect(await pictureAt(body.processedImageUrl)).toMatchObject(expectedSize);
    },
  );
});

describe('a refused call', () => {
  let seller: Seller;
  let other: Seller;
  let key: string;
  let foreignKey: string;
  const sides = { left: 100, right: 100, up: 0, down: 0 };
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    // The vendor may bill some of these pictures. Their cost is above the daily limit of a free account, so this account has paid.
    await grant(seller.userId, 100);
    other = await signIn(cloud.origin);
    key = (await seller.upload(await createPhoto())).key;
    foreignKey = (await other.upload(await createPhoto())).key;
  });

  test('each call refuses a URL that is not a file of the user, and sends no vendor request', async () => {
    const { body } = await preprocess(other, foreignKey);
    const root = body.processedImageUrl.slice(0, body.processedImageUrl.indexOf('uploads/'));
    const callsBefore = await cloud.stability.calls();
    for (const address of [
      foreignKey,
      body.processedImageUrl,
      `${root}uploads/${seller.userId}/%2e%2e/${other.userId}/a.jpg`,
      `${root}uploads/${seller.userId}/../${other.userId}/a.jpg`,
      `https://example.com/${key}`,
      `${cloud.origin}/api/uploads`,
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/a.jpg',
      'http://0177.0.0.1/a.jpg',
      'http://[::ffff:169.254.169.254]/a.mp4',
      'file:///etc/passwd',
      '//example.com/a.jpg',
    ]) {
      expect(await preprocess(seller, address), address).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
      expect(await outpaint(seller, address, sides), address).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
      expect(await crop(seller, address), address).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    }
    expect(await cloud.stability.calls()).toBe(callsBefore);
    expect(await readUses(seller, 'preprocess')).toBe(0);
  });

  test.each<[string, (() => Promise<string>) | undefined, object, number, ErrorCode]>([
    ['a missing upload', async () => `uploads/${seller.userId}/temp-images/${randomUUID()}.jpg`, {}, 404, 'UploadNotFound'],
    ['a text file', async () => (await seller.upload(Buffer.from('<svg/>'.padEnd(100)))).key, {}, 400, 'ImageTypeMismatch'],
    ['a truncated photo', async () => (await seller.upload((await createPhoto()).subarray(0, 1500))).key, {}, 400, 'ImageUnreadable'],
    ['PNG as the output format', undefined, { mimeType: 'image/png' }, 400, 'ImageTypeUnsupported'],
    ['an invalid ratio', undefined, { targetAspectRatio: '9' }, 400, 'RatioUnsupported'],
    ['a ratio that the model does not support', undefined, { model: 'veo3-fast' }, 400, 'RatioUnsupported'],
    ['an unknown model', undefined, { model: 'veo9' }, 400, 'UnknownModel'],
    ['an empty picture URL', undefined, { imageUrl: '' }, 400, 'BadRequest'],
  ])('the server refuses a preprocess call with %s', async (_, upload, changes, status, code) => {
    expect(await preprocess(seller, upload ? await upload() : key, changes)).toMatchObject(errorResponse(status, code));
    expect(await readUses(seller, 'preprocess')).toBe(0);
  });

  test.each<[string, unknown]>([
    ['no pixels', {}],
    ['2,001 pixels', { left: 2001 }],
    ['a negative number', { left: -5, right: 10 }],
    ['a missing number of pixels', undefined],
  ])('the server refuses to extend by %s', async (_, params) => {
    const callsBefore = await cloud.stability.calls();
    expect(await outpaint(seller, key, params)).toMatchObject(errorResponse(400, 'BadRequest'));
    expect(await cloud.stability.calls()).toBe(callsBefore);
  });

  test('the server refuses to extend a picture that the vendor would reject', async () => {
    const { key: longPictureKey } = await seller.upload(await createPhoto('png', { width: 2600, height: 1000 }), 'image/png');
    const callsBefore = await cloud.stability.calls();
    expect(await outpaint(seller, longPictureKey, sides)).toMatchObject({
      status: 400,
      body: { code: 'BadRequest', data: { reason: expect.stringContaining('2.5') } },
    });
    expect(await cloud.stability.calls()).toBe(callsBefore);
  });

  /** The last column is the number of counted uses. It is 1 if the vendor may have billed the request. */
  test.each<[string, object, number, ErrorCode, 0 | 1]>([
    ['refuses', { kind: 'error', name: 'content_moderation' }, 422, 'OutpaintingRefused', 0],
    ['returns a blurred picture', { kind: 'content-filtered' }, 422, 'OutpaintingRefused', 1],
    ['is busy', { kind: 'error', name: 'rate_limit_exceeded' }, 502, 'OutpaintingFailed', 0],
    ['has an error', { kind: 'error', name: 'internal_error' }, 502, 'OutpaintingFailed', 1],
    ['returns a malformed response', { kind: 'malformed' }, 502, 'OutpaintingInvalid', 1],
    ['returns an empty response', { kind: 'empty' }, 502, 'OutpaintingInvalid', 1],
    ['returns a picture of another size', { kind: 'wrong-size', width: 100, height: 100 }, 502, 'OutpaintingInvalid', 1],
    ['redirects to a private network', { kind: 'redirect' }, 502, 'OutpaintingInvalid', 1],
    ['closes the connection', { kind: 'cut' }, 502, 'OutpaintingFailed', 1],
  ])(
    'if the vendor %s, an outpaint call fails after one request, counts only a billed use, and hides the vendor’s text',
    async (_, fault, status, code, countedUses) => {
      const uses = await readUses(seller, 'outpaint');
      const callsBefore = await cloud.stability.calls();
      await cloud.stability.scriptOnce('', fault);
      const response = await outpaint<Refusal>(seller, key, sides);
      expect(response).toMatchObject(errorResponse(status, code));
      expect(JSON.stringify(response.body)).not.toMatch(/stability|errors|moderation_|v2beta|<html/i);
      expect((await cloud.stability.calls()) - callsBefore).toBe(1);
      expect(await readUses(seller, 'outpaint')).toBe(uses + countedUses);
    },
  );

  test('the server refuses each call above its daily limit', async () => {
    const busy = await signIn(cloud.origin);
    const { key: busyKey } = await busy.upload(await createPhoto());
    const callsBefore = await cloud.stability.calls();
    for (const use of ['preprocess', 'outpaint', 'crop'] as const) await exhaustDailyLimit(busy, use);
    expect(await preprocess(busy, busyKey)).toMatchObject(errorResponse(429, 'DailyLimit'));
    expect(await outpaint(busy, busyKey, sides)).toMatchObject(errorResponse(429, 'DailyLimit'));
    expect(await crop(busy, `results/${busy.userId}/${randomUUID()}/a.mp4`)).toMatchObject(errorResponse(429, 'DailyLimit'));
    expect(await cloud.stability.calls()).toBe(callsBefore);
  });

  test('the server refuses a video on the Gemini route while fal is the video vendor', async () => {
    const image = (await createPhoto()).toString('base64');
    const response = await seller.call('POST', '/api/gemini/generate-video', {
      image,
      title: 'a.jpg',
      mimeType: 'image/jpeg',
      prompt: 'x',
    });
    expect(response).toMatchObject(errorResponse(501, 'VideoRouteOff'));
    expect(await seller.profile()).toMatchObject({ credits: 6, available: 6 });
  });
});

describe('POST /api/video/crop', () => {
  /** Creates a square video whose crop failed, so that the uncropped video is delivered. */
  async function createUncroppedVideo(prompt: string) {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto('jpeg', { width: 800, height: 800 }));
    const request = batchRequest([{ uploadKey: key, prompt, aspectRatio: '1:1', model: 'veo3' }]);
    const restoreFunction = cloud.breakFunction('video/crop-video');
    await seller.call('POST', '/api/batches', request);
    const { items } = await seller.until(request.batchId);
    restoreFunction();
    expect(items[0]).toMatchObject({ status: 'completed', cropFallback: true });
    return { seller, batchId: request.batchId, videoUrl: String(items[0]?.videoUrl) };
  }

  test('the call crops an uncropped video at no cost, and returns the same file when it is called again', async () => {
    const { seller, batchId, videoUrl } = await createUncroppedVideo('cropped by a call');
    const balanceBefore = await seller.profile();
    const other = await signIn(cloud.origin);
    expect(await crop(other, videoUrl)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    const { status, body } = await crop(seller, videoUrl);
    expect({ status, body }).toEqual({ status: 200, body: { croppedVideoUrl: expect.stringMatching(/^http.*\.mp4\?/) } });
    const file = await fetch(body.croppedVideoUrl, { headers: { range: 'bytes=0-11' } });
    expect({ status: file.status, type: file.headers.get('content-type') }).toEqual({ status: 206, type: 'video/mp4' });
    const [item] = (await seller.until(batchId)).items;
    expect(item).not.toHaveProperty('cropFallback');
    const pathOf = (url: unknown) => new URL(String(url)).pathname;
    expect(pathOf(item?.videoUrl)).toBe(pathOf(body.croppedVideoUrl));
    expect(pathOf((await crop(seller, body.croppedVideoUrl)).body.croppedVideoUrl)).toBe(pathOf(body.croppedVideoUrl));
    // The account is new only for a minute.
    expect(await seller.profile()).toEqual({ ...balanceBefore, isNew: expect.any(Boolean) });
  });

  test('the call refuses a video that was ordered without a crop', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['whole as it is']);
    const { items } = await seller.until(batchId);
    expect(await crop(seller, String(items[0]?.videoUrl))).toMatchObject(errorResponse(409, 'NothingToCrop'));
    expect(await readUses(seller, 'crop')).toBe(0);
    expect(await crop(seller, String(items[0]?.photoUrl))).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
  });
});
