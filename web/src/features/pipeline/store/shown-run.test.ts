import { describe, expect, test } from 'vitest';
import type { ListRunsResponse, RunResponse } from '#shared/pipeline/api.ts';
import { defaultRun } from './shown-run.ts';

describe('the run that the page opens without a request', () => {
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
    ['is the newest one', [run('b', 'completed'), run('a', 'completed', 2)], [], 'b'],
    ['is a running one before a newer ended one', [run('b', 'completed'), run('a', 'running', 2)], [], 'a'],
    ['is a paused one of any age', [run('b', 'completed'), run('a', 'paused', 200)], [], 'a'],
    ['is a running one before a paused one', [run('b', 'paused'), run('a', 'running', 2)], [], 'a'],
    ['is not an ended one that was put aside', [run('b', 'completed'), run('a', 'stopped', 2)], ['b', 'a'], undefined],
    ['is not a paused one that was put aside', [run('b', 'paused')], ['b'], undefined],
    ['is a running one although it was put aside', [run('b', 'running')], ['b'], 'b'],
    ['is not older than one day if it has ended', [run('b', 'completed', 25)], [], undefined],
  ])('%s', (_, runs, aside, shown) => {
    expect(defaultRun(runs, aside, now)).toBe(shown);
  });
});
