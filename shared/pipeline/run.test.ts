/**
 * Tests the reducer of a run, first with examples and then with 10,000 random runs. Each random run is compared with a simple loop that
 * follows the rules of docs/spec.md 10.4.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accuracyArea } from './focus-areas.ts';
import {
  applyImage,
  applyJudgement,
  applyStop,
  attemptsPerAreaMax,
  bestIteration,
  currentArea,
  isAllSolved,
  iterationsMax,
  nextStep,
  progressOf,
  type RunState,
  startRun,
} from './run.ts';

const judgement = (isSolved: boolean, text = 'seen') => ({
  isSolved,
  assessment: text,
  nextSteps: [text],
  improvementPrompt: `do ${text}`,
});

/** Applies the judgements in their order, until all judgements are used or the run has ended. */
function runWith(areas: string[], verdicts: boolean[]): RunState {
  let state = startRun(areas);
  const remaining = [...verdicts];
  for (;;) {
    const step = nextStep(state);
    if (step.do === 'finish') return state;
    if (step.do !== 'evaluate') state = applyImage(state);
    else {
      const verdict = remaining.shift();
      if (verdict === undefined) return state;
      state = applyJudgement(state, judgement(verdict));
    }
  }
}
const outcomes = ({ areas }: RunState) => areas.map(({ outcome }) => outcome);

describe('a run starts with one image for all areas, and its last area is the accuracy check', () => {
  test('starts with one image for all areas, and has the accuracy check as the last area', () => {
    const state = startRun(['light', 'shadow']);
    expect(nextStep(state)).toEqual({ do: 'generate' });
    expect(state.areas.map(({ name }) => name)).toEqual(['light', 'shadow', accuracyArea]);
    expect(nextStep(applyImage(state))).toMatchObject({ do: 'evaluate', area: { name: 'light' }, version: 1 });
  });

  test('a run generates only one image if the first image is good', () => {
    const state = runWith(['light', 'shadow'], [true, true, true]);
    expect(state).toMatchObject({ images: 1, version: 1 });
    expect(isAllSolved(state)).toBe(true);
    expect(progressOf(state)).toBe(100);
  });

  test('a run improves the image as the judge requests, and evaluates it again', () => {
    const state = applyJudgement(applyImage(startRun(['light'])), judgement(false, 'more light'));
    expect(nextStep(state)).toMatchObject({ do: 'improve', area: { name: 'light' }, from: 1, improvement: 'do more light' });
    expect(nextStep(applyImage(state))).toMatchObject({ do: 'evaluate', version: 2, area: { attempts: 1, status: 'needs_work' } });
  });

  test('a run skips an area after its second attempt, and returns to the image before this area', () => {
    const state = runWith(['light', 'shadow'], [true, false, false, false]);
    expect(state).toMatchObject({ images: 3, version: 1 });
    expect(state.areas[1]).toMatchObject({ outcome: 'skipped', status: 'needs_work', attempts: 2, base: 1, assessment: 'seen' });
    expect(nextStep(state)).toMatchObject({ do: 'evaluate', area: { name: accuracyArea }, version: 1 });
  });

  test('a run returns to the image of the last solved area, not to the first image', () => {
    const state = runWith(['light', 'shadow'], [false, true, false, false, false]);
    expect(state).toMatchObject({ images: 4, version: 2 });
  });

  test('a run generates at most nine images for three areas, and fifteen images for six areas', () => {
    const unsolvedVerdicts = Array.from({ length: 99 }, () => false);
    expect(runWith(['a', 'b', 'c'], unsolvedVerdicts)).toMatchObject({ images: 9, version: 1 });
    const runOfSixAreas = runWith(['a', 'b', 'c', 'd', 'e', 'f'], unsolvedVerdicts);
    expect(runOfSixAreas.images).toBe(15);
    expect(outcomes(runOfSixAreas)).toEqual(Array.from({ length: 7 }, () => 'skipped'));
  });

  test('a run with seven areas cannot make an image for the accuracy check, but still evaluates the accuracy', () => {
    const state = runWith(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      Array.from({ length: 99 }, () => false),
    );
    expect(state).toMatchObject({ images: 15, version: 1 });
    expect(outcomes(state)).toEqual([...Array.from({ length: 7 }, () => 'skipped'), 'limit']);
  });

  test('a run can still solve the remaining areas after it has made the last possible image', () => {
    const unsolvedJudgements = Array.from({ length: 21 }, () => false);
    const state = runWith(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], [...unsolvedJudgements, true, true]);
    expect(outcomes(state)).toEqual([...Array.from({ length: 7 }, () => 'skipped'), 'solved', 'solved']);
  });
});

describe('a stop', () => {
  test('a stop keeps the image from the start of the current area', () => {
    const state = applyStop(runWith(['light', 'shadow'], [true, false]));
    expect(state).toMatchObject({ images: 2, version: 1 });
    expect(outcomes(state)).toEqual(['solved', 'stopped', 'stopped']);
    expect(nextStep(state)).toEqual({ do: 'finish' });
  });
  test('a stop before the first image keeps no image', () => expect(applyStop(startRun(['light'])).version).toBeUndefined());
  test('a stop after the end of a run has no effect', () => {
    const state = runWith(['light'], [true, true]);
    expect(applyStop(state)).toEqual(state);
  });
});

/** Computes a run with a simple loop over the areas, without a stored state (docs/spec.md 10.4). Returns the steps as a log. */
function expectedRun(areas: number, verdictOf: () => boolean): { log: string[]; images: number; version: number; ends: string[] } {
  const log = ['make 1'];
  const ends: string[] = [];
  let [images, version] = [1, 1];
  for (let area = 0; area < areas; area++) {
    const versionBefore = version;
    for (let attempts = 0; ; attempts++) {
      log.push(`judge ${area} of ${version}`);
      if (verdictOf()) {
        ends.push('solved');
        break;
      }
      if (attempts === 2 || images === 15) {
        version = versionBefore;
        ends.push(attempts === 2 ? 'skipped' : 'limit');
        break;
      }
      images += 1;
      log.push(`make ${images} from ${version}`);
      version = images;
    }
  }
  return { log, images, version, ends };
}

test('10,000 random runs follow the rules and the limits, and return to the correct image', () => {
  const history = fc.record({
    areas: fc.integer({ min: 0, max: 20 }),
    seed: fc.integer(),
    solvedPercent: fc.integer({ min: 0, max: 100 }),
    stopAfter: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(history, ({ areas, seed, solvedPercent, stopAfter }) => {
      const expected = expectedRun(areas + 1, verdicts(seed, solvedPercent));
      const { state, log } = reducerRun(areas, verdicts(seed, solvedPercent), stopAfter);
      const ends = outcomes(state);
      // A stop ends the log earlier. The steps before the stop are the same.
      checkRule(
        log.every((line, index) => line === expected.log[index]),
        'does the same steps in the same order',
      );
      if (!ends.includes('stopped')) {
        checkRule(log.length === expected.log.length, 'does all steps');
        checkRule(state.images === expected.images && state.version === expected.version, 'ends with the right image');
        checkRule(ends.join() === expected.ends.join(), 'has the same outcome for each area');
      }
      for (const { outcome, status, assessment, attempts } of state.areas) {
        checkRule(outcome !== undefined && (status === 'solved') === (outcome === 'solved'), 'has the right outcome for each area');
        checkRule(outcome === 'stopped' || assessment === 'seen', 'keeps the last assessment of each area');
        checkRule(outcome !== 'skipped' || attempts === attemptsPerAreaMax, 'skips after two attempts');
        checkRule(outcome !== 'limit' || state.images === iterationsMax, 'reaches the limit only after fifteen images');
      }
    }),
    { numRuns: 10_000 },
  );
});

/** Replaces `expect`, which is too slow for the million checks of 10,000 runs. */
function checkRule(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new Error(`This run violates the rule: a run ${rule}`);
}

/** Runs the reducer until the run ends. If `stopAfter` is set, stops the run after this number of steps. Returns the state and the log. */
function reducerRun(areas: number, verdictOf: () => boolean, stopAfter: number | undefined): { state: RunState; log: string[] } {
  const log: string[] = [];
  let state = startRun(Array.from({ length: areas }, (_, index) => `area ${index}`));
  for (let steps = 0; ; steps++) {
    const step = nextStep(state);
    checkRule(
      state.images <= iterationsMax && state.areas.every(({ attempts }) => attempts <= attemptsPerAreaMax),
      'does not exceed its limits',
    );
    if (step.do === 'finish') return { state, log };
    if (steps === stopAfter) {
      // A stop returns to the last image that was made before the current area.
      const imageToKeep = currentArea(state)?.base;
      checkRule(bestIteration(state) === imageToKeep, 'returns the best image so far');
      state = applyStop(state);
      checkRule(state.version === imageToKeep, 'keeps the best image so far');
      continue;
    }
    if (step.do === 'generate') log.push(`make ${state.images + 1}`);
    if (step.do === 'improve') log.push(`make ${state.images + 1} from ${step.from}`);
    if (step.do === 'evaluate') log.push(`judge ${state.areas.indexOf(step.area)} of ${step.version}`);
    state = step.do === 'evaluate' ? applyJudgement(state, judgement(verdictOf())) : applyImage(state);
  }
}

/** Returns the same judgements for the same seed, so that the loop and the reducer can be compared. */
function verdicts(seed: number, solvedPercent: number): () => boolean {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % 100 < solvedPercent;
  };
}
