/** Tests orders that run while the configuration of the video vendor changes. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { clipResponse, startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { signIn } from '../fixtures/seller.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

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
