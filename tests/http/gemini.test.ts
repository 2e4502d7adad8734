/** Videos by Gemini instead of fal, by configuration alone; and what becomes of orders that run while the configuration changes. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { clip, startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { grant } from '../fixtures/grant.ts';
import { signIn } from '../fixtures/seller.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Longer than a cloud takes to stop and to stand up again. */
const acrossRestartMs = 6_000;

/** A cloud that can be stopped and started again as another installation of the same home. */
function installation() {
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
  test('a video is ordered once, stored, measured and charged; one that was refused, or in doubt, is not', async () => {
    const cloud = await installation()('gemini');
    await cloud.gemini.script('Forbidden', { kind: 'refuse' });
    await cloud.gemini.script('Lost', { kind: 'cut' });
    await cloud.gemini.script('Spoilt', clip, { kind: 'result-redirect' });
    const seller = await signIn(cloud.origin);
    // An account that has never paid has a daily limit below four videos.
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

  test('what is busy is ordered again, three times at most, and what then succeeds is charged once', async () => {
    const cloud = await installation()('gemini');
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
  test(`is asked, stored and charged there although the installation came back with ${second}; new orders go to that one`, async () => {
    const start = installation();
    const before = await start(first);
    await before[first].script('Old', { ...clip, afterMs: acrossRestartMs });
    const seller = await signIn(before.origin);
    const { batchId } = await seller.run(['Old order']);
    // Stopped between the order and its id, the item would be in doubt, and wait for ten minutes of the true time.
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

/** Whether a run of the cloud has come to a state. */
function hasEntered({ cloud: { states } }: TestCloud, name: string): boolean {
  const events = states?.listExecutions().flatMap(({ executionArn }) => states.getExecutionHistory(executionArn)) ?? [];
  return events.some((event) => event.type === 'TaskStateEntered' && event.details?.name === name);
}
