import { expect, test } from 'vitest';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { newerOf } from './newer-run.ts';

const run = (about: Partial<RunResponse> & { ended?: number } = {}): RunResponse => {
  const { ended = 0, ...rest } = about;
  const focusAreas = Array.from({ length: 3 }, (_, n) => ({ area: `${n}`, ...(n < ended && { outcome: 'solved' }) }) as RunFocusArea);
  return { runId: 'a', status: 'running', iteration: 1, focusAreas, ...rest } as RunResponse;
};

test.each<[string, RunResponse, RunResponse | undefined, 'answer' | 'shown']>([
  ['the first answer', run(), undefined, 'answer'],
  ['an answer with more images', run({ iteration: 2 }), run(), 'answer'],
  ['an answer with another step', run({ step: 'improving' }), run(), 'answer'],
  ['an answer with more ended areas', run({ ended: 2 }), run({ ended: 1 }), 'answer'],
  ['the end of the run', run({ status: 'completed' }), run(), 'answer'],
  ['an answer about another run', run({ runId: 'b' }), run({ iteration: 9 }), 'answer'],
  ['the shown run instead of fewer images', run(), run({ iteration: 2 }), 'shown'],
  ['the shown run instead of fewer ended areas', run({ ended: 1 }), run({ ended: 2 }), 'shown'],
  ['an ended run instead of a running one', run(), run({ status: 'stopped' }), 'shown'],
])('newerOf returns %s', (_, answer, shown, newer) => {
  expect(newerOf(answer, shown)).toBe(newer === 'answer' ? answer : shown);
});
