/** Tests the calls about one video (docs/spec.md 17.7) over HTTP on the whole local stack: results and refusals. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckOperationResponse } from '#shared/batch/operations.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { PhotoEditAccepted, PhotoEditJob } from '#shared/photo-edit/api.ts';
import type { GenerateVideoResponse } from '#shared/video/single-calls.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
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
const fastOrder = { model: 'veo3-fast', duration: 5, aspectRatio: '9:16', generateAudio: false };
const generate = (seller: Seller, image: object, changes: object = {}) =>
  seller.call<GenerateVideoResponse>('POST', '/api/fal/generate-video', { image, prompt: 'A slow push in', ...fastOrder, ...changes });
const check = (seller: Seller, operationName: string) =>
  seller.call<CheckOperationResponse>('POST', '/api/gemini/check-operation', { operationName });

/** Polls until an operation has ended. */
async function waitForResult(seller: Seller, operationName: string): Promise<CheckOperationResponse> {
  const batchId = operationName.slice('operations/'.length);
  await seller.until(batchId);
  const { status, body } = await check(seller, operationName);
  expect(status).toBe(200);
  return body;
}

/** Returns the signed URL of an upload of the seller. A photo edit always contains the URL of its upload. */
async function readSignedUrl(seller: Seller): Promise<string> {
  const { key } = await seller.upload(await createPhoto());
  const { body } = await seller.call<PhotoEditAccepted>('POST', '/api/photoroom/remove-background', { imageKey: key });
  return (await seller.call<PhotoEditJob>('GET', `/api/photoroom/${body.jobId}`)).body.photoUrl;
}

describe('POST /api/fal/generate-video', () => {
  test('the call creates one video and charges the eight billed seconds, and check-operation returns the video', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const { status, body } = await generate(seller, { url: key, title: 'Shoe.jpg' }, { prompt: 'By a call of its own' });
    expect(status).toBe(202);
    expect(body).toEqual({ operationName: expect.stringMatching(/^operations\/[0-9a-f-]{36}$/) });
    expect(await waitForResult(seller, body.operationName)).toEqual({
      status: 'completed',
      success: true,
      videoUrl: expect.stringMatching(/^http/),
    });
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8, total_videos_generated: 1 });
    const [deduction] = await seller.transactions();
    expect(deduction).toMatchObject({
      type: 'deduction',
      amount: -1.2,
      description: 'Video generation',
      batch_id: body.operationName.slice(11),
    });
    expect(await cloud.fal.orders('By a call of its own')).toBe(1);
  });

  test('the call accepts a small picture in its body, and a repeated call orders only one video', async () => {
    const seller = await signIn(cloud.origin);
    const image = { base64: (await createPhoto('png')).toString('base64'), mimeType: 'image/png', title: 'Shoe.png' };
    const changes = { prompt: 'Within the call', operationId: randomUUID() };
    const responses = await Promise.all([generate(seller, image, changes), generate(seller, image, changes)]);
    responses.push(await generate(seller, { ...image, base64: `data:image/png;base64,${image.base64}` }, changes));
    for (const response of responses)
      expect(response).toMatchObject({ status: 202, body: { operationName: `operations/${changes.operationId}` } });
    expect(await waitForResult(seller, `operations/${changes.operationId}`)).toMatchObject({ status: 'completed' });
    expect(await cloud.fal.orders('Within the call')).toBe(1);
    expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
    expect(await generate(seller, image, { ...changes, prompt: 'Something else' })).toMatchObject(errorResponse(409, 'BatchIdReused'));
  });

  test('the call accepts the signed URL of an upload of the seller', async () => {
    const seller = await signIn(cloud.origin);
    const address = await readSignedUrl(seller);
    expect(address).toMatch(/Signature=[\w~-]+&Key-Pair-Id=K/);
    const { status, body } = await generate(seller, { url: address }, { prompt: 'By its address' });
    expect(status).toBe(202);
    expect(await waitForResult(seller, body.operationName)).toMatchObject({ status: 'completed' });
  });

  test('the call does not charge a video that the vendor refuses, and hides the vendor’s text', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('against all policies', { kind: 'refuse' });
    const { key } = await seller.upload(await createPhoto());
    const { body } = await generate(seller, { url: key }, { prompt: 'against all policies' });
    expect(await waitForResult(seller, body.operationName)).toEqual({
      status: 'failed',
      success: false,
      code: 'VendorRefused',
      message: 'The video service refused this photo or prompt because of its content policy.',
    });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5, total_videos_generated: 0 });
  });

  test('the call can run in addition to three batches, and its video is not in the list of running batches', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('held for now', clipResponse, { kind: 'late-webhook' });
    const batches = [await seller.run(['held for now 1']), await seller.run(['held for now 2']), await seller.run(['held for now 3'])];
    const { key } = await seller.upload(await createPhoto());
    const { status, body } = await generate(seller, { url: key }, { prompt: 'held for now 4' });
    expect(status).toBe(202);
    expect((await check(seller, body.operationName)).body).toEqual({ status: 'in_progress' });
    const listActive = async () => {
      const active = await seller.call<{ items: { batchId: string }[] }>('GET', '/api/batches?active=true');
      return active.body.items.map(({ batchId }) => batchId).sort();
    };
    await expect.poll(listActive, indexLag).toEqual(batches.map(({ batchId }) => batchId).sort());
    const ids = [...batches.map(({ batchId }) => batchId), body.operationName.slice(11)];
    await Promise.all(ids.map((batchId) => seller.until(batchId, (batch) => batch.counters.processing === 1)));
    await cloud.fal.release();
    expect(await waitForResult(seller, body.operationName)).toMatchObject({ status: 'completed' });
    for (const { batchId } of batches) await seller.until(batchId);
    expect(await seller.profile()).toMatchObject({ credits: 0.2, available: 0.2 });
  });
});

describe('a call that is refused without a hold or a vendor order', () => {
  let seller: Seller;
  let other: Seller;
  let key: string;
  let foreignKey: string;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
    other = await signIn(cloud.origin);
    key = (await seller.upload(await createPhoto())).key;
    foreignKey = (await other.upload(await createPhoto())).key;
  });
  const expectNoEffect = async () => {
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    expect(await cloud.fal.orders('refused before')).toBe(0);
  };
  const order = (image: object, changes: object = {}) => generate(seller, image, { prompt: 'refused before', ...changes });

  test('the server refuses a picture whose URL is not a file of the seller', async () => {
    const address = await readSignedUrl(other);
    const root = address.slice(0, address.indexOf('uploads/'));
    const { host } = new URL(address);
    for (const url of [
      foreignKey,
      address,
      `uploads/${seller.userId}/../${foreignKey.slice('uploads/'.length)}`,
      `${root}uploads/${seller.userId}/../${other.userId}/a.jpg`,
      `${root}uploads/${seller.userId}/%2e%2e/${other.userId}/a.jpg`,
      `${root}uploads%2F${seller.userId}%2Fa.jpg`,
      `http://someone@${host}/x/${key}`,
      `http://${host}.example.com/${key}`,
      `https://example.com/${key}`,
      `${cloud.origin}/api/uploads?then=${key}`,
      'http://169.254.169.254/latest/meta-data/iam/security-credentials/x.jpg',
      'http://2852039166/x.jpg',
      'http://0x7f.1/x.jpg',
      'http://[::ffff:127.0.0.1]/x.jpg',
      'file:///etc/passwd',
      'not an address',
    ])
      expect(await order({ url }), url).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    await expectNoEffect();
  });

  test.each<[string, () => Promise<object> | object, object, number, ErrorCode]>([
    ['a missing upload', () => ({ url: `uploads/${seller.userId}/temp-images/${randomUUID()}.jpg` }), {}, 404, 'UploadNotFound'],
    ['a call without a picture', () => ({}), {}, 400, 'ImageRequired'],
    [
      'a text file as a picture',
      () => ({ base64: Buffer.from('<svg/>').toString('base64'), mimeType: 'image/svg+xml' }),
      {},
      400,
      'ImageTypeUnsupported',
    ],
    [
      'a picture with a wrong type',
      async () => ({ base64: (await createPhoto()).toString('base64'), mimeType: 'image/png' }),
      {},
      400,
      'ImageTypeMismatch',
    ],
    ['invalid base64', () => ({ base64: '%%%', mimeType: 'image/png' }), {}, 400, 'ImageUnreadable'],
    ['a picture of 4 MB inside the call', () => ({ base64: 'A'.repeat(5_592_408), mimeType: 'image/png' }), {}, 413, 'ImageNeedsUpload'],
    ['a duration of seven seconds', () => ({ url: key }), { duration: 7 }, 400, 'DurationUnsupported'],
    ['an unknown model', () => ({ url: key }), { model: 'veo9' }, 400, 'UnknownModel'],
    ['an unsupported resolution', () => ({ url: key }), { resolution: '4k' }, 400, 'ResolutionUnsupported'],
    ['a ratio that the model does not support', () => ({ url: key }), { aspectRatio: '1:1' }, 400, 'RatioUnsupported'],
    ['a call without a prompt', () => ({ url: key }), { prompt: ' ' }, 400, 'PromptRequired'],
  ])('the server refuses %s', async (_, image, changes, status, code) => {
    expect(await order(await image(), changes)).toMatchObject(errorResponse(status, code));
    await expectNoEffect();
  });

  test('the server refuses an order that costs more than the balance', async () => {
    const poor = await signIn(cloud.origin);
    const { key: poorKey } = await poor.upload(await createPhoto());
    const expensive = { model: 'veo3', generateAudio: true };
    await cloud.fal.script('all I have', { ...clipResponse, width: 1080, height: 1920 });
    expect((await generate(poor, { url: poorKey }, { ...expensive, prompt: 'all I have' })).status).toBe(202);
    expect(await generate(poor, { url: poorKey }, expensive)).toMatchObject({
      status: 402,
      body: { code: 'InsufficientCredits', data: { need: 3.6, have: 1.4 } },
    });
  });

  test('the server refuses the operation of another user, an unknown operation, and invalid operation names', async () => {
    const { body } = await generate(other, { url: foreignKey }, { prompt: 'Theirs alone' });
    const { batchId } = await seller.run(['A batch and no operation']);
    for (const name of [body.operationName, `operations/${batchId}`, batchId, `operations/${randomUUID()}`, 'operations/', '../x'])
      expect(await check(seller, name), name).toMatchObject(errorResponse(404, 'OperationNotFound'));
    expect(await seller.call('POST', '/api/gemini/check-operation', {})).toMatchObject(errorResponse(400, 'BadRequest'));
    await seller.until(batchId);
  });
});
