/** Kills the whole local cloud repeatedly during a before/after run, at random times. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { uploadExample } from '../fixtures/example.ts';
import { kill, startCloudProcess } from '../fixtures/kill-many.ts';
import { signIn } from '../fixtures/seller.ts';
import { reserveSitePort } from '../fixtures/site-port.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { waitUntil } from '../fixtures/until.ts';

const kills = 3;
/** The maximum of the random pause before each kill, in milliseconds. The pause starts after the run has made progress. */
const randomPauseMsMax = 400;

test('after repeated kills, a run has the same result as without kills, charges each image once, and holds no credits', {
  timeout: 600_000,
}, async () => {
  const folder = temporaryFolder('pipeline-kill');
  const { port, release } = await reserveSitePort();
  let cloud = await startCloudProcess(folder.path, port);
  try {
    const seller = await signIn(`http://localhost:${port}`);
    const runId = randomUUID();
    const request = {
      runId,
      ...(await uploadExample(seller)),
      userProvided: ['background removal', 'product lighting', 'something that cannot be done'],
    };
    expect((await seller.call('POST', '/api/pipeline/runs', request)).status).toBe(202);
    const read = async () => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body;
    const progressOf = ({ iteration, statistics, status }: RunResponse) =>
      status === 'running' ? iteration + statistics.evaluations : Number.POSITIVE_INFINITY;
    // On a fast machine, the run may end before the last kill.
    for (let killCount = 0, lastProgress = 0; killCount < kills && Number.isFinite(lastProgress); killCount++) {
      lastProgress = await waitUntil(
        async () => progressOf(await read()),
        (steps) => steps > lastProgress,
      );
      await new Promise((resolve) => setTimeout(resolve, Math.random() * randomPauseMsMax));
      expect(await kill(cloud.child)).toEqual([]);
      cloud = await startCloudProcess(folder.path, port);
    }
    const run = await waitUntil(read, ({ status }) => status !== 'running');
    expect(run.status).toBe('completed');
    expect(run.focusAreas.map(({ outcome }) => outcome)).toEqual(['solved', 'solved', 'skipped', 'solved']);
    expect(run.iterationHistory.map(({ iterationNumber }) => iterationNumber)).toEqual([1, 2, 3]);
    expect(run.charged).toBe(0.15);
    const rows = (await seller.transactions()).filter(({ type }) => type === 'deduction');
    expect(rows.map(({ amount }) => amount)).toEqual([-0.05, -0.05, -0.05]);
    expect(await seller.profile()).toMatchObject({ credits: 4.85, available: 4.85 });
    expect(
      await waitUntil(
        () => cloud.ask('openHolds'),
        (ids) => ids.length === 0,
      ),
    ).toEqual([]);
  } finally {
    await kill(cloud.child);
    await release();
    folder.remove();
  }
});
