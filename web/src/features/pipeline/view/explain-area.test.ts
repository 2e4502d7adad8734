import { describe, expect, test } from 'vitest';
import type { RunFocusArea } from '#shared/pipeline/api.ts';
import { areaOutcomes } from '#shared/pipeline/run.ts';
import texts from '../../../../../locales/en/common.json' with { type: 'json' };
import { explainArea } from './explain-area.ts';

describe('the explanation of an area', () => {
  type Run = Parameters<typeof explainArea>[1];
  const running: Run = { status: 'running', step: 'evaluating', currentArea: 'light', iterationHistory: [] };
  const paused: Run = { status: 'paused', step: 'failed', iterationHistory: [] };
  const completed: Run = { status: 'completed', step: 'completed', iterationHistory: [] };
  /** A run in which the image with this number has solved the area `light`. */
  const solvedBy = (iterationNumber: number): Run => ({
    ...completed,
    iterationHistory: [
      { iterationNumber, focusAreaEvaluation: { light: { status: 'solved', assessment: 'Bright.', nextSteps: [] } } },
    ] as unknown as Run['iterationHistory'],
  });
  const area = (changes: Partial<RunFocusArea>): RunFocusArea => ({
    area: 'light',
    kind: 'focus',
    source: 'user',
    status: 'pending',
    attempts: 0,
    ...changes,
  });
  const accuracy = (changes: Partial<RunFocusArea>) => area({ area: 'product accuracy', kind: 'accuracy', ...changes });

  test.each<[string, RunFocusArea, Run, ReturnType<typeof explainArea>]>([
    ['says that a later area waits', area({ area: 'shadow' }), running, { key: 'waiting', values: {} }],
    ['says that the current area is checked', area({}), running, { key: 'checking', values: {} }],
    [
      'says that the area is improved for the first time',
      area({}),
      { ...running, step: 'improving' },
      { key: 'improving', values: { count: 1 } },
    ],
    [
      'says that the area is improved for the second time',
      area({ attempts: 1 }),
      { ...running, step: 'improving' },
      { key: 'improving', values: { count: 2 } },
    ],
    ['says that the first area starts with the first image', area({}), { ...running, step: 'generating' }, { key: 'starting', values: {} }],
    ['says that a paused run continues at this area', area({ attempts: 1 }), paused, { key: 'paused', values: {} }],
    ['says that an area waits if the run is paused before its first attempt', area({}), paused, { key: 'waiting', values: {} }],
    ['says that a paused run continues at the current area', area({}), { ...paused, currentArea: 'light' }, { key: 'paused', values: {} }],
    ['says that the first image has solved the area', area({ outcome: 'solved' }), solvedBy(1), { key: 'solved_first', values: {} }],
    [
      'says that an improvement for another area has solved the area',
      area({ outcome: 'solved' }),
      solvedBy(2),
      { key: 'solved_at_once', values: {} },
    ],
    [
      'counts the attempts that solved the area',
      area({ outcome: 'solved', attempts: 2 }),
      completed,
      { key: 'solved', values: { count: 2 } },
    ],
    [
      'names the restored iteration of a skipped area',
      area({ outcome: 'skipped', attempts: 2, restoredIteration: 3 }),
      completed,
      { key: 'skipped', values: { iteration: 3 } },
    ],
    ['says that no image was left', area({ outcome: 'limit' }), completed, { key: 'limit', values: {} }],
    ['says that the run was stopped before the area', area({ outcome: 'stopped' }), completed, { key: 'stopped', values: {} }],
    [
      'names the restored iteration of a stopped area',
      area({ outcome: 'stopped', attempts: 1, restoredIteration: 2 }),
      completed,
      { key: 'stopped_back', values: { iteration: 2 } },
    ],
    ['confirms the product accuracy', accuracy({ outcome: 'solved', attempts: 1 }), completed, { key: 'accuracy_confirmed', values: {} }],
    [
      'says that the product accuracy was skipped',
      accuracy({ outcome: 'skipped', attempts: 2, restoredIteration: 1 }),
      completed,
      { key: 'accuracy_skipped', values: { iteration: 1 } },
    ],
    [
      'says that the product accuracy was not checked',
      accuracy({ outcome: 'stopped' }),
      completed,
      { key: 'accuracy_unchecked', values: {} },
    ],
    [
      'says that no image was left for the product accuracy',
      accuracy({ outcome: 'limit' }),
      completed,
      { key: 'accuracy_limit', values: {} },
    ],
  ])('the explanation %s', (_, focusArea, run, explanation) => {
    expect(explainArea(focusArea, run)).toEqual(explanation);
  });

  test.each(areaOutcomes)('the explanation of an area has a text for the outcome %s', (outcome) => {
    for (const kind of ['focus', 'accuracy'] as const) {
      const { key } = explainArea(area({ kind, outcome, attempts: 2, restoredIteration: 1 }), completed);
      expect(Object.keys(texts.pipeline.outcome).some((text) => text === key || text === `${key}_other`)).toBe(true);
    }
  });
});
