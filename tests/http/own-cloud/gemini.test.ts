/** Tests videos by Gemini instead of fal. Also tests orders that run while the configuration of the video vendor changes. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { clipResponse, startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { grant } from '../../fixtures/grant.ts';
import { signIn } from '../../fixtures/seller.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** Duration of a generation. It is longer than a restart of the local cloud. */
const generationMs = 6_000;

/** Returns a function that restarts the cloud with the given video vendor and the same home folder. */
function createRestartableCloud() {
  const folder = temporaryFolder('gemini-cloud');
  let currentCloud: TestCloud | undefined;
  onTestFinished(async () => {
    await currentCloud?.stop();
    folder.remove();
  });
  return async (VIDEO_PROVIDER: 'fal' | 'gemini'): Promise<TestCloud> => {
    await currentCloud?.stop();
    currentCloud = await startTestCloud({ home: folder.path, env: { VIDEO_PROVIDER } });
    await currentCloud.fal.script('', clipResponse);
    await currentCloud.gemini.script('', clipResponse);
    return currentCloud;
  };
}

describe('with VIDEO_PROVIDER=gemini', () => {
  test('a delivered video of Gemini is charged and stored, and a refused, lost or invalid video is not charged', async () => {
    const cloud = await createRestartableCloud()('gemini');
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
    const cloud = await createRestartableCloud()('gemini');
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
});

describe.each([
  ['gemini', 'fal'],
  ['fal', 'gemini'],
] as const)('an order at %s', (first, second) => {
  test(`an order at ${first} is completed and charged after a restart with ${second}, and new orders go to ${second}`, async () => {
    const start = createRestartableCloud();
    const firstCloud = await start(first);
    await firstCloud[first].script('Old', { ...clipResponse, afterMs: generationMs });
    const seller = await signIn(firstCloud.origin);
    const { batchId } = await seller.run(['Old order']);
    // The test waits until the id of the order is stored. Otherwise, the status of the order would be unknown after the restart, and the
    // item would wait for ten real minutes.
    await expect.poll(() => hasEntered(firstCloud, 'Await result'), { timeout: 60_000 }).toBe(true);
    expect(await firstCloud[first].orders('Old order')).toBe(1);

    const secondCloud = await start(second);
    const sellerAgain = await signIn(secondCloud.origin, seller.email);
    const { batchId: nextId } = await sellerAgain.run(['New order']);
    expect((await sellerAgain.until(nextId)).items).toMatchObject([{ status: 'completed', charged: 1.2 }]);
    expect((await sellerAgain.until(batchId)).items).toMatchObject([{ status: 'completed', charged: 1.2 }]);
    expect([await secondCloud[second].orders('New order'), await secondCloud[first].orders('New order')]).toEqual([1, 0]);
    expect([await secondCloud[first].orders('Old order'), await secondCloud[second].orders('Old order')]).toEqual([0, 0]);
    expect(await sellerAgain.profile()).toMatchObject({ credits: 2.6, available: 2.6, total_videos_generated: 2 });
  });
});

/** Returns whether an execution of the cloud has entered a state. */
function hasEntered({ cloud: { states } }: TestCloud, name: string): boolean {
  const events = states?.listExecutions().flatMap(({ executionArn }) => states.getExecutionHistory(executionArn)) ?? [];
  return events.some((event) => event.type === 'TaskStateEntered' && event.details?.name === name);
}
