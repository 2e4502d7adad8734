import { describe, expect, test } from 'vitest';
import type { ListRunsResponse, RunResponse } from '#shared/pipeline/api.ts';
import { defaultRun } from './shown-run.ts';

describe('the run that the page opens if the seller has not selected a run', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const run = (runId: string, status: RunResponse['status'], hoursAgo = 1): ListRunsResponse['items'][number] => ({
    runId,
    status,
    stage: 'processing',
    createdAt: new Date(now - hoursAgo * 3600_000).toISOString(),
    iteration: 1,
  });
  test.each<[string, ListRunsResponse['items'], string[], string | undefined]>([
    ['does not exist if there are no runs', [], [], undefined],
    ['is the newest run', [run('b', 'completed'), run('a', 'completed', 2)], [], 'b'],
    ['is a running run, even if an ended run is newer', [run('b', 'completed'), run('a', 'running', 2)], [], 'a'],
    ['is a paused run of any age', [run('b', 'completed'), run('a', 'paused', 200)], [], 'a'],
    ['is a running run, even if a paused run is newer', [run('b', 'paused'), run('a', 'running', 2)], [], 'a'],
    ['is not an ended run that the seller has closed', [run('b', 'completed'), run('a', 'stopped', 2)], ['b', 'a'], undefined],
    ['is not a paused run that the seller has closed', [run('b', 'paused')], ['b'], undefined],
    ['is a running run, even if the seller has closed it', [run('b', 'running')], ['b'], 'b'],
    ['is not older than one day if it has ended', [run('b', 'completed', 25)], [], undefined],
  ])('the run that the page opens %s', (_, runs, closedRunIds, runId) => {
    expect(defaultRun(runs, closedRunIds, now)).toBe(runId);
  });
});
