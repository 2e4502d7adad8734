import { describe, expect, test } from 'vitest';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { type Attempt, attemptsOf, progressOf, type StepState, stepState } from './stepper.ts';

const area = (changes: Partial<RunFocusArea> = {}): RunFocusArea => ({
  area: 'light',
  kind: 'focus',
  source: 'user',
  status: 'pending',
  attempts: 0,
  ...changes,
});
type Run = Pick<RunResponse, 'status' | 'step' | 'currentArea' | 'focusAreas' | 'result'>;
const accurate = { productAccuracy: { status: 'PASS' } } as NonNullable<RunResponse['result']>;
const run = (changes: Partial<Run> = {}): Run => ({
  status: 'running',
  step: 'evaluating',
  currentArea: 'light',
  focusAreas: [area()],
  ...changes,
});

test.each<[StepState, string, RunFocusArea, Run]>([
  ['waiting', 'has not started', area({ area: 'shadow' }), run()],
  ['current', 'is the current area', area(), run()],
  ['paused', 'is the current area of a paused run', area(), run({ status: 'paused' })],
  [
    'paused',
    'is the first open area of a paused run without a current area',
    area(),
    { status: 'paused', step: 'failed', focusAreas: [area({ area: 'shadow', outcome: 'solved' }), area()] },
  ],
  ['solved', 'is solved', area({ outcome: 'solved' }), run()],
  ['unsolved', 'is skipped', area({ outcome: 'skipped' }), run()],
  ['unsolved', 'has no image left', area({ outcome: 'limit' }), run({ status: 'completed' })],
  ['stopped', 'was stopped', area({ outcome: 'stopped' }), run({ status: 'stopped', result: accurate })],
  [
    'solved',
    'is the accuracy, and the result of a stopped run is accurate',
    area({ kind: 'accuracy', outcome: 'stopped' }),
    run({ status: 'stopped', result: accurate }),
  ],
])('a step is %s if its area %s', (state, _, focusArea, ofRun) => {
  expect(stepState(focusArea, ofRun)).toBe(state);
});

test.each<[string, RunFocusArea, Run, Attempt[]]>([
  ['no attempt before the first improvement', area(), run(), []],
  ['a running attempt while the first improvement is made', area(), run({ step: 'improving' }), ['running']],
  ['a running attempt while the improvement is checked', area({ attempts: 1 }), run(), ['running']],
  ['a failed and a running attempt at the second improvement', area({ attempts: 1 }), run({ step: 'improving' }), ['failed', 'running']],
  ['only failed attempts if the run is paused', area({ attempts: 1 }), run({ status: 'paused' }), ['failed']],
  ['no attempt if the area was solved without an image', area({ outcome: 'solved' }), run(), []],
  ['a failed and a solved attempt', area({ outcome: 'solved', attempts: 2 }), run(), ['failed', 'solved']],
  ['two failed attempts of a skipped area', area({ outcome: 'skipped', attempts: 2 }), run(), ['failed', 'failed']],
])('a step shows %s', (_, focusArea, ofRun, attempts) => {
  expect(attemptsOf(focusArea, ofRun)).toEqual(attempts);
});

describe('the progress', () => {
  const areas = (...outcomes: RunFocusArea['outcome'][]) =>
    outcomes.map((outcome, n) => area({ area: `${n}`, ...(outcome && { outcome }) }));

  test.each<[string, Parameters<typeof progressOf>[0], ReturnType<typeof progressOf>]>([
    ['is zero while the areas are unknown', run({ focusAreas: [] }), { solved: 0, total: 0, percent: 0 }],
    ['counts solved areas', run({ focusAreas: areas('solved', undefined, undefined) }), { solved: 1, total: 3, percent: 33 }],
    [
      'counts skipped areas only in the percentage',
      run({ focusAreas: areas('solved', 'skipped', undefined) }),
      { solved: 1, total: 3, percent: 66 },
    ],
    [
      'counts the accuracy check only in the percentage',
      run({ focusAreas: [...areas('solved'), area({ area: 'product accuracy', kind: 'accuracy' })] }),
      { solved: 1, total: 1, percent: 50 },
    ],
    [
      'ends at 100 % if the run has completed',
      run({ status: 'completed', focusAreas: areas('solved', 'skipped', 'limit') }),
      { solved: 1, total: 3, percent: 100 },
    ],
    [
      'ends at 100 % if the seller has stopped the run, but does not count the stopped areas',
      run({ status: 'stopped', focusAreas: areas('solved', 'stopped', 'stopped') }),
      { solved: 1, total: 3, percent: 100 },
    ],
  ])('the progress %s', (_, ofRun, progress) => {
    expect(progressOf(ofRun)).toEqual(progress);
  });

  test('the progress never decreases from the first state to the end of a run', () => {
    const states = [
      run({ focusAreas: [] }),
      run({ focusAreas: areas(undefined, undefined, undefined) }),
      run({ focusAreas: areas('solved', undefined, undefined) }),
      run({ status: 'paused', focusAreas: areas('solved', undefined, undefined) }),
      run({ focusAreas: areas('solved', 'skipped', undefined) }),
      run({ status: 'completed', focusAreas: areas('solved', 'skipped', 'solved') }),
    ];
    const percents = states.map((state) => progressOf(state).percent);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.at(-1)).toBe(100);
  });
});
