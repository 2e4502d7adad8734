import { expect, test } from 'vitest';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { newerOf } from './newer-run.ts';

const run = ({ ended = 0, ...changes }: Partial<RunResponse> & { ended?: number } = {}): RunResponse => {
  const focusAreas = Array.from({ length: 3 }, (_, n) => ({ area: `${n}`, ...(n < ended && { outcome: 'solved' }) }) as RunFocusArea);
  return { runId: 'a', status: 'running', iteration: 1, focusAreas, ...changes } as RunResponse;
};

test.each<[string, RunResponse, RunResponse | undefined, 'response' | 'shown']>([
  ['the first response', run(), undefined, 'response'],
  ['a response with more images', run({ iteration: 2 }), run(), 'response'],
  ['a response with another step', run({ step: 'improving' }), run(), 'response'],
  ['a response with more ended areas', run({ ended: 2 }), run({ ended: 1 }), 'response'],
  ['a response with the end of the run', run({ status: 'completed' }), run(), 'response'],
  ['a response about another run', run({ runId: 'b' }), run({ iteration: 9 }), 'response'],
  ['the shown run instead of a response with fewer images', run(), run({ iteration: 2 }), 'shown'],
  ['the shown run instead of a response with fewer ended areas', run({ ended: 1 }), run({ ended: 2 }), 'shown'],
  ['the shown run instead of a running state if the shown run has ended', run(), run({ status: 'stopped' }), 'shown'],
])('newerOf(response, shown run) returns %s', (_, response, shown, newer) => {
  expect(newerOf(response, shown)).toBe(newer === 'response' ? response : shown);
});
