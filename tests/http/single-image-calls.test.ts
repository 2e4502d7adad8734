/**
 * Tests the results and the refusals of the calls for one image and for uploads (docs/spec.md 17.5, 17.8), over HTTP on the whole local
 * stack.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckOperationResponse } from '#shared/batch/operations.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { GenerateImageResponse } from '#shared/image/single-calls.ts';
import type { CreateUploadResponse, UploadConfigResponse } from '#shared/upload/api.ts';
import { imageBytesMax, pipelineImageBytesMax } from '#shared/upload/image-file.ts';
import { grant } from '../fixtures/grant.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let slowCall: ReturnType<typeof startSlowCall>;
beforeAll(async () => {
  cloud = await sharedCloud();
  slowCall = startSlowCall();
});

/** Generates an image that takes longer than the call permits. The other tests run during the wait. */
async function startSlowCall() {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  await cloud.gemini.script('takes its time', { kind: 'slow', ms: 22_000 });
  return { seller, response: await generateByGemini(seller, { imageUrl: key, prompt: 'takes its time' }) };
}

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });
const generateByOpenai = (seller: Seller, body: object) => seller.call<GenerateImageResponse>('POST', '/api/openai/generate-image', body);
const generateByGemini = (seller: Seller, body: object) => seller.call<GenerateImageResponse>('POST', '/api/gemini/generate-image', body);
const base64Photo = async () => (await createPhoto()).toString('base64');

async function readImageSize(response: GenerateImageResponse) {
  if (!response.success) throw new Error('The image was not made in time');
  const { width, height, format } = await sharp(Buffer.from(await (await fetch(response.imageUrl)).arrayBuffer())).metadata();
  return { width, height, format };
}

describe('POST /api/openai/generate-image', () => {
  test('the call returns one image for five cents', async () => {
    const seller = await signIn(cloud.origin);
    const callsBefore = await cloud.openai.images();
    const request = { imageBase64: await base64Photo(), prompt: 'on a table', model: 'gpt-image-1', aspectRatio: '3:2' };
    const { status, body } = await generateByOpenai(seller, request);
    expect([status, await readImageSize(body)]).toEqual([200, { width: 1536, height: 1024, format: 'jpeg' }]);
    expect((await cloud.openai.images()) - callsBefore).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95, total_videos_generated: 0 });
    expect((await seller.transactions())[0]).toMatchObject({ amount: -0.05, type: 'deduction', description: 'Image generation' });
  });

  test('the call orders only one image if it is called again with the same id', async () => {
    const seller = await signIn(cloud.origin);
    const request = { imageBase64: await base64Photo(), prompt: 'twice', operationId: randomUUID() };
    const callsBefore = await cloud.openai.images();
    for (const _ of [1, 2]) expect(await generateByOpenai(seller, request)).toMatchObject({ status: 200, body: { success: true } });
    expect((await cloud.openai.images()) - callsBefore).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
    expect(await generateByOpenai(seller, { ...request, prompt: 'another' })).toMatchObject(errorResponse(409, 'BatchIdReused'));
  });

  test.each<[string, object, ErrorCode]>([
    ['an order without a picture', { imageBase64: undefined }, 'ImageRequired'],
    ['an order with an empty picture', { imageBase64: '' }, 'ImageRequired'],
    ['an order whose picture is a text file', { imageBase64: Buffer.from('no picture at all').toString('base64') }, 'ImageTypeUnsupported'],
    ['an order with an unknown model', { model: 'dall-e-3' }, 'UnknownModel'],
    ['an order with a ratio that only the other vendor supports', { aspectRatio: '16:9' }, 'RatioUnsupported'],
    ['an order with a prompt that is too long', { prompt: 'x'.repeat(2001) }, 'PromptTooLong'],
    ['an order with an invalid id', { operationId: 'mine' }, 'BadRequest'],
  ])('the call refuses %s, and holds no credits', async (_, changes, code) => {
    const seller = await signIn(cloud.origin);
    expect((await generateByOpenai(seller, { imageBase64: await base64Photo(), prompt: 'x', ...changes })).body).toMatchObject({ code });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });

  test('the call refuses an order without enough credits', async () => {
    const seller = await signIn(cloud.origin);
    await grant(seller.userId, -496);
    expect(await generateByOpenai(seller, { imageBase64: await base64Photo(), prompt: 'x' })).toMatchObject(
      errorResponse(402, 'InsufficientCredits'),
    );
  });
});

describe('POST /api/gemini/generate-image', () => {
  test('the call returns one image based on an upload, for five cents', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const request = { imageUrl: key, prompt: 'in the sun', mimeType: 'image/jpeg', outputFormat: 'jpeg', aspectRatio: '16:9' };
    const { status, body } = await generateByGemini(seller, request);
    expect([status, await readImageSize(body)]).toEqual([200, { width: 1376, height: 768, format: 'jpeg' }]);
    expect(await cloud.gemini.images('in the sun')).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 4.95, available: 4.95 });
  });

  test('the call accepts a before/after example, and refuses an example with only one picture', async () => {
    const seller = await signIn(cloud.origin);
    const [input, before, after] = await Promise.all(
      [createPhoto(), createPhoto('png'), createPhoto('webp')].map(async (file, n) =>
        seller.upload(await file, ['image/jpeg', 'image/png', 'image/webp'][n]),
      ),
    );
    const request = { imageUrl: input?.key, beforeImageUrl: before?.key, afterImageUrl: after?.key, prompt: 'as in the example' };
    expect(await generateByGemini(seller, request)).toMatchObject({ status: 200, body: { success: true } });
    expect(await cloud.gemini.images('as in the example')).toBe(1);
    expect(await generateByGemini(seller, { ...request, afterImageUrl: undefined })).toMatchObject(errorResponse(400, 'ImageRequired'));
  });

  test('if the vendor returns no image, the call returns the required text, and the seller is not charged', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    await cloud.gemini.script('nothing to see', { kind: 'text-instead' });
    expect(await generateByGemini(seller, { imageUrl: key, prompt: 'nothing to see' })).toMatchObject({
      status: 502,
      body: { code: 'VendorMalformedAnswer', message: 'No image returned from generation' },
    });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });

  test.each<[string, object, ErrorCode]>([
    ['an order without a picture', { imageUrl: undefined }, 'ImageRequired'],
    ['an upload of another user', { imageUrl: 'uploads/somebody/temp-images/x.jpg' }, 'AddressNotAllowed'],
    ['a URL that is not an upload', { imageUrl: 'http://169.254.169.254/latest/meta-data/x.jpg' }, 'AddressNotAllowed'],
    ['an example whose URLs are not uploads', { beforeImageUrl: 'https://example.com/a.jpg', afterImageUrl: 'x.jpg' }, 'AddressNotAllowed'],
    ['a custom ratio', { aspectRatio: '7:9' }, 'RatioUnsupported'],
    ['another format', { outputFormat: 'tiff' }, 'BadRequest'],
  ])('the call refuses %s, and holds no credits', async (_, changes, code) => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    expect((await generateByGemini(seller, { imageUrl: key, prompt: 'x', ...changes })).body).toMatchObject({ code });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });
});

describe('uploads', () => {
  test('uploads use our storage unless an image host is configured', async () => {
    const seller = await signIn(cloud.origin);
    const { status, body, headers } = await seller.call<UploadConfigResponse>('GET', '/api/cloudinary/config');
    expect([status, body]).toEqual([200, { cloudName: '', uploadPreset: '' }]);
    expect(headers.get('cache-control')).toContain('max-age=3600');
  });

  test.each(['pipeline/references', 'pipeline/input', 'pipeline/iterations', 'pipeline/analysis'])(
    'uploads for %s may have almost 10 MB, and get a key in this folder',
    async (folder) => {
      const seller = await signIn(cloud.origin);
      const request = { fileName: 'a.png', contentType: 'image/png', sizeBytes: 10 * 1024 ** 2 - 1, folder };
      const { status, body } = await seller.call<CreateUploadResponse>('POST', '/api/uploads', request);
      expect([status, body.key]).toEqual([201, expect.stringMatching(`^uploads/${seller.userId}/${folder}/[0-9a-f-]+\\.png$`)]);
    },
  );

  test('uploads above 8 MB are accepted only for the pipeline folders', async () => {
    const seller = await signIn(cloud.origin);
    const large = await sharp({ create: { width: 1800, height: 1700, channels: 3, background: '#c9a38b' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(imageBytesMax);
    expect(large.length).toBeLessThan(pipelineImageBytesMax);
    await expect(seller.upload(large, 'image/png')).rejects.toThrow('ImageTooLarge');
    const { key: input } = await seller.upload(large, 'image/png', { folder: 'pipeline/input' });
    const { key: example } = await seller.upload(large, 'image/png', { folder: 'pipeline/references' });
    const request = { imageUrl: input, beforeImageUrl: example, afterImageUrl: example, prompt: 'nine megabytes each' };
    expect(await generateByGemini(seller, request)).toMatchObject({ status: 200, body: { success: true } });
    expect(await cloud.gemini.images('nine megabytes each')).toBe(1);
  });
});

test('if an image takes longer than the call permits, the call returns an operation, which returns the image later', async () => {
  const { seller, response } = await slowCall;
  const { status, body } = response;
  expect([status, body]).toEqual([202, { success: false, operationName: expect.stringMatching(/^operations\//) }]);
  const { operationName } = body as { operationName: string };
  await seller.until(operationName.slice('operations/'.length));
  const check = await seller.call<CheckOperationResponse>('POST', '/api/gemini/check-operation', { operationName });
  expect(check.body).toEqual({ status: 'completed', success: true, imageUrl: expect.stringMatching(/^http/) });
  const other = await signIn(cloud.origin);
  expect(await other.call('POST', '/api/gemini/check-operation', { operationName })).toMatchObject(errorResponse(404, 'OperationNotFound'));
});
