/** Videos by Gemini instead of fal, selected by configuration, and orders that run while the configuration changes. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { clip, startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { grant } from '../../fixtures/grant.ts';
import { signIn } from '../../fixtures/seller.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** Longer than a restart of the local cloud. */
const acrossRestartMs = 6_000;

/** Returns a function that restarts the cloud with the given video vendor and the same home folder. */
function restartableCloud() {
  const folder = temporaryFolder('gemini-cloud');
  let running: TestCloud | undefined;
  onTestFinished(async () => {
    await running?.stop();
    folder.remove();
  });
  return async (VIDEO_PROVIDER: 'fal' | 'gemini'): Promise<TestCloud> => {
    await running?.stop();
    running = await startTestCloud({ home: folder.path, env: { VIDEO_PROVIDER } });
    await running.fal.script('', clip);
    await running.gemini.script('', clip);
    return running;
  };
}

describe('with VIDEO_PROVIDER=gemini', () => {
  test('charges and stores a delivered video, and does not charge a refused, lost or invalid one', async () => {
    const cloud = await restartableCloud()('gemini');
    await cloud.gemini.script('Forbidden', { kind: 'refuse' });
    await cloud.gemini.script('Lost', { kind: 'cut' });
    await cloud.gemini.script('Spoilt', clip, { kind: 'result-redirect' });
    const seller = await signIn(cloud.origin);
    // The daily limit of an account that has never paid is below four videos.
    await grant(seller.userId, 100);
    const prompts = ['A slow push in', 'Forbidden look', 'Lost answer', 'Spoilt result'];
    const { batchId } = await seller.run(prompts);

    const { items, status } = await seller.until(batchId);
    expect(status).toBe('partial');
    expect(items.map(({ status: end, charged, error }) => [end, charged, error?.code])).toEqual([
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

  test('orders a video again from a busy vendor, at most three times, and charges a later success once', async () => {
    const cloud = await restartableCloud()('gemini');
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
  test(`is completed and charged after a restart with ${second}, and new orders go to ${second}`, async () => {
    const start = restartableCloud();
    const before = await start(first);
    await before[first].script('Old', { ...clip, afterMs: acrossRestartMs });
    const seller = await signIn(before.origin);
    const { batchId } = await seller.run(['Old order']);
    // If the cloud stopped before the id of the order is stored, the status of the order would be unknown. The item would then wait for ten
    // real minutes.
    await expect.poll(() => hasEntered(before, 'Await result'), { timeout: 60_000 }).toBe(true);
    expect(await before[first].orders('Old order')).toBe(1);

    const after = await start(second);
    const same = await signIn(after.origin, seller.email);
    const { batchId: nextId } = await same.run(['New order']);
    expect((await same.until(nextId)).items).toMatchObject([{ status: 'completed', charged: 1.2 }]);
    expect((await same.until(batchId)).items).toMatchObject([{ status: 'completed', charged: 1.2 }]);
    expect([await after[second].orders('New order'), await after[first].orders('New order')]).toEqual([1, 0]);
    expect([await after[first].orders('Old order'), await after[second].orders('Old order')]).toEqual([0, 0]);
    expect(await same.profile()).toMatchObject({ credits: 2.6, available: 2.6, total_videos_generated: 2 });
  });
});

/** Returns whether an execution of the cloud has entered a state. */
function hasEntered({ cloud: { states } }: TestCloud, name: string): boolean {
  const events = states?.listExecutions().flatMap(({ executionArn }) => states.getExecutionHistory(executionArn)) ?? [];
  return events.some((event) => event.type === 'TaskStateEntered' && event.details?.name === name);
}
