/** Tests the API call for videos by Gemini (docs/spec.md 17.7). The local cloud uses Gemini as its video vendor. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckOperationResponse } from '#shared/batch/operations.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { GenerateVideoResponse } from '#shared/video/single-calls.ts';
import { ageOrder } from '../../fixtures/age-order.ts';
import { clipResponse, startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { createPhoto, type Seller, signIn } from '../../fixtures/seller.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ env: { VIDEO_PROVIDER: 'gemini' } });
  await cloud.gemini.script('', clipResponse);
});
afterAll(() => cloud?.stop());

const picture = async () => (await createPhoto()).toString('base64');
const generate = (seller: Seller, body: object) =>
  seller.call<GenerateVideoResponse>('POST', '/api/gemini/generate-video', {
    title: 'Shoe.jpg',
    mimeType: 'image/jpeg',
    model: 'veo3-fast',
    ...body,
  });
const check = async (seller: Seller, operationName: string) =>
  (await seller.call<CheckOperationResponse>('POST', '/api/gemini/check-operation', { operationName })).body;
const batchIdOf = (operationName: string) => operationName.slice('operations/'.length);

test('the Gemini route orders a video at the normal price', async () => {
  const seller = await signIn(cloud.origin);
  const { status, body } = await generate(seller, { image: await picture(), prompt: 'By Gemini’s path' });
  expect({ status, body }).toEqual({ status: 202, body: { operationName: expect.stringMatching(/^operations\//) } });
  await seller.until(batchIdOf(body.operationName));
  expect(await check(seller, body.operationName)).toEqual({ status: 'completed', success: true, videoUrl: expect.stringMatching(/^http/) });
  expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8, total_videos_generated: 1 });
  expect(await cloud.fal.orders('By Gemini’s path')).toBe(0);
});

test('an order that is sent twice is charged once', async () => {
  const seller = await signIn(cloud.origin);
  const order = { image: await picture(), prompt: 'Sent again', operationId: randomUUID() };
  const responses = await Promise.all([generate(seller, order), generate(seller, order)]);
  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  await seller.until(order.operationId);
  expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
});

test.each<[string, object, object, ErrorCode, string]>([
  ['returns no video', { kind: 'no-video' }, {}, 'VendorMalformedAnswer', 'Video generation did not return a video URL'],
  ['refuses', { kind: 'refuse' }, {}, 'VendorRefused', 'The video service refused this photo or prompt because of its content policy.'],
  ['never ends', { kind: 'unfinished' }, { minutes: 31 }, 'VendorTimeout', 'Gemini video generation timed out after 10 minutes'],
])(
  'if Gemini %s, check-operation returns the required text, and nothing is charged',
  async (name, fault, { minutes }: { minutes?: number }, code, message) => {
    const seller = await signIn(cloud.origin);
    await cloud.gemini.script(`Gemini ${name}`, fault);
    const { body } = await generate(seller, { image: await picture(), prompt: `Gemini ${name}` });
    const batchId = batchIdOf(body.operationName);
    if (minutes) {
      await seller.until(batchId, ({ items }) => items[0]?.status === 'generating' && items[0].attempt !== undefined);
      expect(await check(seller, body.operationName)).toEqual({ status: 'in_progress' });
      await ageOrder(seller.userId, batchId, 0, minutes);
    }
    await seller.until(batchId);
    expect(await check(seller, body.operationName)).toEqual({ status: 'failed', success: false, code, message });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  },
);

test.each<[string, object, number, ErrorCode]>([
  ['without a picture', { image: '' }, 400, 'ImageRequired'],
  ['with a URL instead of a picture', { image: 'https://example.com/a.jpg' }, 400, 'ImageUnreadable'],
  ['with a wrong picture type', { mimeType: 'image/png' }, 400, 'ImageTypeMismatch'],
  ['without a prompt', { prompt: ' ' }, 400, 'PromptRequired'],
  ['with a ratio that the model does not support', { aspectRatio: '1:1' }, 400, 'RatioUnsupported'],
])('an order %s is refused', async (_, changes, status, code) => {
  const seller = await signIn(cloud.origin);
  const response = await generate(seller, { image: await picture(), prompt: 'Never ordered', ...changes });
  expect(response).toMatchObject({ status, body: { code } });
  expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
});
