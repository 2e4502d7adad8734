/**
 * Tests uploads through an image host, over HTTP on the whole local stack. The page sends the file to the host, and the API copies it.
 * After this, the file is a normal upload.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standInCloudName } from '#local/vendors/cloudinary/cloudinary-stand-in.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { AdoptUploadResponse, UploadConfigResponse } from '#shared/upload/api.ts';
import { imageBytesMax, pipelineImageBytesMax } from '#shared/upload/image-file.ts';
import { clipResponse, startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { setUsesLeftToday } from '../../fixtures/limits.ts';
import { batchRequest, createPhoto, type Refusal, type Seller, signIn } from '../../fixtures/seller.ts';

let cloud: TestCloud;
let seller: Seller;
let host: UploadConfigResponse;
beforeAll(async () => {
  cloud = await startTestCloud({ env: { CLOUDINARY_CLOUD_NAME: standInCloudName, CLOUDINARY_UPLOAD_PRESET: 'unsigned' } });
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin);
  host = (await seller.call<UploadConfigResponse>('GET', '/api/cloudinary/config')).body;
});
afterAll(() => cloud?.stop());

async function sendToHost(file: Buffer, changes: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'shoe.jpg');
  const fields = { upload_preset: host.uploadPreset, folder: 'temp-images', resource_type: 'image', ...changes };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await fetch(String(host.uploadUrl), { method: 'POST', body: form });
  return {
    status: response.status,
    body: (await response.json()) as { secure_url: string; public_id: string; error?: { message: string } },
  };
}
const copyFromHost = <Body = AdoptUploadResponse>(secureUrl: string, folder = 'temp-images', caller = seller) =>
  caller.call<Body>('POST', '/api/uploads/adopt', { secureUrl, folder });
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });
const plainImage = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c9a38b' } });

test('the page gets the host’s upload URL and upload preset', () => {
  expect(host).toEqual({
    cloudName: standInCloudName,
    uploadPreset: 'unsigned',
    uploadUrl: expect.stringMatching(/\/v1_1\/stand-in\/image\/upload$/),
  });
});

test('a file from the host can be used for a video, and a second call returns the same upload', async () => {
  const { body } = await sendToHost(await createPhoto());
  expect(body.public_id).toMatch(/^temp-images\/\w+$/);
  const first = await copyFromHost(body.secure_url);
  expect([first.status, first.body.key]).toEqual([201, expect.stringMatching(`^uploads/${seller.userId}/temp-images/[0-9a-f]{64}\\.jpg$`)]);
  // After a lost response, the same URL returns the same upload.
  expect((await copyFromHost(body.secure_url)).body.key).toBe(first.body.key);
  const request = batchRequest([{ uploadKey: first.body.key }]);
  expect((await seller.call('POST', '/api/batches', request)).status).toBe(202);
  expect((await seller.until(request.batchId)).status).toBe('completed');
});

test('a file from the host counts towards the daily upload limit', async () => {
  const other = await signIn(cloud.origin);
  await setUsesLeftToday(other.userId, 'uploadBytes', 0);
  const { body } = await sendToHost(await createPhoto());
  expect(await copyFromHost(body.secure_url, 'temp-images', other)).toMatchObject({ status: 429, body: { code: 'DailyLimit' } });
});

test('a file from the host is copied separately for each seller', async () => {
  const other = await signIn(cloud.origin);
  const { body } = await sendToHost(await createPhoto('png'));
  expect((await copyFromHost(body.secure_url, 'temp-images', other)).body.key).toMatch(`uploads/${other.userId}/`);
});

describe('a refused call', () => {
  test('the API refuses to copy from any URL that is not an upload in our account at the host', async () => {
    const { body } = await sendToHost(await createPhoto());
    const { origin } = new URL(body.secure_url);
    for (const address of [
      `${origin}/other/image/upload/v1/temp-images/a.jpg`,
      `${origin}/stand-in/image/fetch/https://example.com/temp-images/a.jpg`,
      `${origin}/stand-in/image/upload/e_upscale/v1/temp-images/a.jpg`,
      `${origin}/stand-in/image/upload/v1/temp-images/../../../../_requests`,
      `${origin}/_requests`,
      body.secure_url.replace('temp-images', 'elsewhere'),
      `${body.secure_url}?x=1`,
      'https://res.cloudinary.com/stand-in/image/upload/v1/temp-images/a.jpg',
      `${cloud.origin}/favicon.svg`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
    ])
      expect(await copyFromHost(address), address).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    // The folder must match the URL. Otherwise, every user could use the higher limit of the pipeline folder.
    expect(await copyFromHost(body.secure_url, 'pipeline/input')).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    expect(await copyFromHost(body.secure_url, 'results')).toMatchObject(errorResponse(400, 'BadRequest'));
    expect(await copyFromHost(body.secure_url.replace(/\w+\.jpg$/, 'gone.jpg'))).toMatchObject(errorResponse(404, 'UploadNotFound'));
  });

  test('the API refuses the URL of the host in any other call', async () => {
    const { body } = await sendToHost(await createPhoto());
    for (const [path, request] of [
      ['/api/fal/generate-video', { image: { url: body.secure_url }, prompt: 'x' }],
      ['/api/gemini/generate-image', { imageUrl: body.secure_url, prompt: 'x' }],
      ['/api/image/preprocess', { imageUrl: body.secure_url, targetAspectRatio: '9:16' }],
    ] as const)
      expect(await seller.call('POST', path, request), path).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
  });

  test('the API refuses to copy a file that is too large for its folder, or has a type that the folder does not accept', async () => {
    const large = await plainImage(1800, 1700).png({ compressionLevel: 0 }).toBuffer();
    expect(large.length).toBeGreaterThan(imageBytesMax);
    expect(large.length).toBeLessThan(pipelineImageBytesMax);
    const { body } = await sendToHost(large);
    expect(await copyFromHost(body.secure_url)).toMatchObject(errorResponse(400, 'ImageTooLarge'));
    const { body: forPipeline } = await sendToHost(large, { folder: 'pipeline/input' });
    expect(await copyFromHost(forPipeline.secure_url, 'pipeline/input')).toMatchObject({ status: 201 });
    const { body: gif } = await sendToHost(await plainImage(100, 100).gif().toBuffer(), { folder: 'pipeline/input' });
    expect(await copyFromHost(gif.secure_url, 'pipeline/input')).toMatchObject(errorResponse(400, 'PipelineImageTypeUnsupported'));
    const { body: svg } = await sendToHost(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'));
    expect(await copyFromHost(svg.secure_url)).toMatchObject(errorResponse(400, 'ImageTypeUnsupported'));
  });

  test('the API refuses to copy a file if the host returns an invalid response, and hides the text of this response', async () => {
    const { body } = await sendToHost(await createPhoto());
    const script = (fault: object) =>
      fetch(new URL('/_script', body.secure_url), {
        method: 'POST',
        body: JSON.stringify({ match: new URL(body.secure_url).pathname, times: 1, fault }),
      });
    for (const [fault, status, code] of [
      [{ kind: 'redirect' }, 502, 'UploadHostFailed'],
      [{ kind: 'cut', at: 'within' }, 502, 'UploadHostFailed'],
      [{ kind: 'malformed' }, 400, 'ImageTypeUnsupported'],
      [{ kind: 'empty' }, 400, 'ImageTypeUnsupported'],
      [{ kind: 'oversized', bytes: 50_000_000 }, 400, 'ImageTooLarge'],
    ] as const) {
      await script(fault);
      const response = await copyFromHost<Refusal>(body.secure_url);
      expect(response, fault.kind).toMatchObject(errorResponse(status, code));
      expect(JSON.stringify(response.body)).not.toMatch(/html|169\.254/);
    }
    expect(await copyFromHost(body.secure_url)).toMatchObject({ status: 201 });
  });
});
