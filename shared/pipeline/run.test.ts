/** The rules by example, and then 10,000 random histories against the same rules told a second time, as plainly as SPEC tells them. */
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

const say = (isSolved: boolean, text = 'seen') => ({ isSolved, assessment: text, nextSteps: [text], improvementPrompt: `do ${text}` });

/** Runs on with these judgements, one after another, until they are used up or the run has ended. */
function play(areas: string[], verdicts: boolean[]): RunState {
  let state = startRun(areas);
  const left = [...verdicts];
  for (;;) {
    const step = nextStep(state);
    if (step.do === 'finish') return state;
    if (step.do !== 'evaluate') state = applyImage(state);
    else {
      const verdict = left.shift();
      if (verdict === undefined) return state;
      state = applyJudgement(state, say(verdict));
    }
  }
}
const outcomes = ({ areas }: RunState) => areas.map(({ outcome }) => outcome);

describe('a run', () => {
  test('begins with one image for all areas, and the accuracy check stands last', () => {
    const state = startRun(['light', 'shadow']);
    expect(nextStep(state)).toEqual({ do: 'generate' });
    expect(state.areas.map(({ name }) => name)).toEqual(['light', 'shadow', accuracyArea]);
    expect(nextStep(applyImage(state))).toMatchObject({ do: 'evaluate', area: { name: 'light' }, version: 1 });
  });

  test('that is good at once makes one image', () => {
    const state = play(['light', 'shadow'], [true, true, true]);
    expect(state).toMatchObject({ images: 1, version: 1 });
    expect(isAllSolved(state)).toBe(true);
    expect(progressOf(state)).toBe(100);
  });

  test('asks of the next image what was judged, and judges it again', () => {
    const state = applyJudgement(applyImage(startRun(['light'])), say(false, 'more light'));
    expect(nextStep(state)).toMatchObject({ do: 'improve', area: { name: 'light' }, from: 1, improvement: 'do more light' });
    expect(nextStep(applyImage(state))).toMatchObject({ do: 'evaluate', version: 2, area: { attempts: 1, status: 'needs_work' } });
  });

  test('skips an area after its second attempt, and goes back to the image from before it', () => {
    const state = play(['light', 'shadow'], [true, false, false, false]);
    expect(state).toMatchObject({ images: 3, version: 1 });
    expect(state.areas[1]).toMatchObject({ outcome: 'skipped', status: 'needs_work', attempts: 2, base: 1, assessment: 'seen' });
    expect(nextStep(state)).toMatchObject({ do: 'evaluate', area: { name: accuracyArea }, version: 1 });
  });

  test('goes back to what an earlier area made of it, not to the beginning', () => {
    const state = play(['light', 'shadow'], [false, true, false, false, false]);
    expect(state).toMatchObject({ images: 4, version: 2 });
  });

  test('of three areas makes nine images at most, and of six just fifteen', () => {
    const never = Array.from({ length: 99 }, () => false);
    expect(play(['a', 'b', 'c'], never)).toMatchObject({ images: 9, version: 1 });
    const six = play(['a', 'b', 'c', 'd', 'e', 'f'], never);
    expect(six.images).toBe(15);
    expect(outcomes(six)).toEqual(Array.from({ length: 7 }, () => 'skipped'));
  });

  test('of seven areas is out of images at the last one, which is judged all the same', () => {
    const state = play(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      Array.from({ length: 99 }, () => false),
    );
    expect(state).toMatchObject({ images: 15, version: 1 });
    expect(outcomes(state)).toEqual([...Array.from({ length: 7 }, () => 'skipped'), 'limit']);
  });

  test('that is out of images finds the rest solved, where it is', () => {
    const bad = Array.from({ length: 21 }, () => false);
    const state = play(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], [...bad, true, true]);
    expect(outcomes(state)).toEqual([...Array.from({ length: 7 }, () => 'skipped'), 'solved', 'solved']);
  });
});

describe('a stop', () => {
  test('keeps the image from before the area under work', () => {
    const state = applyStop(play(['light', 'shadow'], [true, false]));
    expect(state).toMatchObject({ images: 2, version: 1 });
    expect(outcomes(state)).toEqual(['solved', 'stopped', 'stopped']);
    expect(nextStep(state)).toEqual({ do: 'finish' });
  });
  test('before the first image keeps none', () => expect(applyStop(startRun(['light'])).version).toBeUndefined());
  test('of a run that has ended changes nothing', () => {
    const state = play(['light'], [true, true]);
    expect(applyStop(state)).toEqual(state);
  });
});

/**
 * SPEC's rules, told plainly: one loop over the areas, versions on a shelf, no state between the steps. Answers what was done, in the
 * order in which it was done.
 */
function told(areas: number, verdictOf: () => boolean): { log: string[]; images: number; version: number; ends: string[] } {
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

test('10,000 random histories go as SPEC says: never too many images or attempts, always back to the right one, each end explained', () => {
  const history = fc.record({
    areas: fc.integer({ min: 0, max: 20 }),
    seed: fc.integer(),
    solvedPercent: fc.integer({ min: 0, max: 100 }),
    stopAfter: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(history, ({ areas, seed, solvedPercent, stopAfter }) => {
      const plain = told(areas + 1, verdicts(seed, solvedPercent));
      const { state, log } = lived(areas, verdicts(seed, solvedPercent), stopAfter);
      const ends = outcomes(state);
      // A stop cuts the story off; what came before it is the same.
      holds(
        log.every((line, index) => line === plain.log[index]),
        'does what SPEC says, in its order',
      );
      if (!ends.includes('stopped')) {
        holds(log.length === plain.log.length, 'does all of it');
        holds(state.images === plain.images && state.version === plain.version, 'ends with the right image');
        holds(ends.join() === plain.ends.join(), 'ends each area as SPEC says');
      }
      for (const { outcome, status, assessment, attempts } of state.areas) {
        holds(outcome !== undefined && (status === 'solved') === (outcome === 'solved'), 'explains each end');
        holds(outcome === 'stopped' || assessment === 'seen', 'says what was seen');
        holds(outcome !== 'skipped' || attempts === attemptsPerAreaMax, 'skips after two attempts');
        holds(outcome !== 'limit' || state.images === iterationsMax, 'is out of images at fifteen');
      }
    }),
    { numRuns: 10_000 },
  );
});

/** Ten thousand histories are a million checks: too many for `expect`. */
function holds(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`A run ${what}, but not here`);
}

/** A whole run by the reducer, stopped after so many steps where it is to be; and what was done. */
function lived(areas: number, verdictOf: () => boolean, stopAfter: number | undefined): { state: RunState; log: string[] } {
  const log: string[] = [];
  let state = startRun(Array.from({ length: areas }, (_, index) => `area ${index}`));
  for (let steps = 0; ; steps++) {
    const step = nextStep(state);
    holds(state.images <= iterationsMax && state.areas.every(({ attempts }) => attempts <= attemptsPerAreaMax), 'keeps to its limits');
    if (step.do === 'finish') return { state, log };
    if (steps === stopAfter) {
      // What is kept is what was there when the turn of the area under work came.
      const kept = currentArea(state)?.base;
      holds(bestIteration(state) === kept, 'names the best so far');
      state = applyStop(state);
      holds(state.version === kept, 'keeps the best so far');
      continue;
    }
    if (step.do === 'generate') log.push(`make ${state.images + 1}`);
    if (step.do === 'improve') log.push(`make ${state.images + 1} from ${step.from}`);
    if (step.do === 'evaluate') log.push(`judge ${state.areas.indexOf(step.area)} of ${step.version}`);
    state = step.do === 'evaluate' ? applyJudgement(state, say(verdictOf())) : applyImage(state);
  }
}

/** The same judgements for the same seed, so that both tellings hear the same judge. */
function verdicts(seed: number, solvedPercent: number): () => boolean {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % 100 < solvedPercent;
  };
}
