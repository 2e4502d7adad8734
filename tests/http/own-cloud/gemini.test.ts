/** Tests videos by Gemini instead of fal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clipResponse, startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { grant } from '../../fixtures/grant.ts';
import { signIn } from '../../fixtures/seller.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ env: { VIDEO_PROVIDER: 'gemini' } });
  await cloud.gemini.script('', clipResponse);
});
afterAll(() => cloud?.stop());

test('a delivered video of Gemini is charged and stored, and a refused, lost or invalid video is not charged', async () => {
  await cloud.gemini.script('Forbidden', { kind: 'refuse' });
  await cloud.gemini.script('Lost', { kind: 'cut' });
  await cloud.gemini.script('Spoilt', clipResponse, { kind: 'result-redirect' });
  const seller = await signIn(cloud.origin);
  // The daily limit of an account that has never paid is below four videos.
  await grant(seller.userId, 100);
  const prompts = ['A slow push in', 'Forbidden look', 'Lost answer', 'Spoilt result'];
  const { batchId } = await seller.run(prompts);

  const { items, status } = await seller.until(batchId);
  expect(status).toBe('partial');
  expect(items.map(({ status: finalStatus, charged, error }) => [finalStatus, charged, error?.code])).toEqual([
    ['completed', 1.2, undefined],
    ['failed', 0, 'VendorRefused'],
    ['failed', 0, 'VendorTimeout'],
    ['failed', 0, 'ResultNotAsOrdered'],
  ]);
  const video = await fetch(String(items[0]?.videoUrl));
  expect(video.headers.get('content-type')).toBe('video/mp4');
  expect(
    Buffer.from(await video.arrayBuffer())
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp');
  expect(await seller.profile()).toMatchObject({ credits: 4.8, available: 4.8, total_videos_generated: 1 });
  for (const prompt of prompts) expect([await cloud.gemini.orders(prompt), await cloud.fal.orders(prompt)]).toEqual([1, 0]);
});

test('a video is ordered again from a busy vendor at most three times, and a later success is charged once', async () => {
  await cloud.gemini.scriptOnce('Busy', { kind: 'error', status: 'UNAVAILABLE' });
  await cloud.gemini.script('Down', { kind: 'error', status: 'RESOURCE_EXHAUSTED', retrySeconds: 30 });
  const seller = await signIn(cloud.origin);
  const { batchId } = await seller.run(['Busy once', 'Down for long']);
  const { items } = await seller.until(batchId);
  expect(items.map(({ status, charged }) => [status, charged])).toEqual([
    ['completed', 1.2],
    ['failed', 0],
  ]);
  expect([await cloud.gemini.orders('Busy once'), await cloud.gemini.orders('Down for long')]).toEqual([2, 3]);
  expect(await seller.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
});
