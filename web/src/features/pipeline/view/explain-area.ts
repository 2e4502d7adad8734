/**
 * Explains the state of an area, or the outcome if the area has ended. The explanation consists of a text key below `pipeline.outcome` and
 * the numbers for this text.
 */
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { outcomeOf } from './stepper.ts';

export type Explanation = {
  key:
    | 'waiting'
    /** The run prepares or makes the first image. */
    | 'starting'
    | 'paused'
    | 'checking'
    | 'improving'
    /** The first image solved the area. */
    | 'solved_first'
    /** An image for another area solved this area, so this area needed no separate image. */
    | 'solved_at_once'
    | 'solved'
    | 'skipped'
    | 'limit'
    | 'stopped'
    /** The run was stopped, and an earlier image was restored. */
    | 'stopped_back'
    | 'accuracy_confirmed'
    | 'accuracy_skipped'
    | 'accuracy_limit'
    | 'accuracy_unchecked';
  values: { count?: number; iteration?: number };
};

/** Whether the first image already solved the area. This is possible, because the prompt of the first image contains all areas. */
const wasSolvedFirst = (area: string, iterations: RunResponse['iterationHistory']): boolean =>
  iterations.find(({ iterationNumber }) => iterationNumber === 1)?.focusAreaEvaluation[area]?.status === 'solved';

const withoutValues = (key: Explanation['key']): Explanation => ({ key, values: {} });

export function explainArea(
  focusArea: RunFocusArea,
  run: Pick<RunResponse, 'currentArea' | 'step' | 'status' | 'iterationHistory' | 'result'>,
): Explanation {
  const { area, kind, attempts, restoredIteration } = focusArea;
  const { currentArea, step, status, iterationHistory } = run;
  const outcome = outcomeOf(focusArea, run);
  const isAccuracy = kind === 'accuracy';
  const restoredValues = restoredIteration === undefined ? {} : { iteration: restoredIteration };
  switch (outcome) {
    case 'solved':
      if (isAccuracy) return withoutValues('accuracy_confirmed');
      if (attempts > 0) return { key: 'solved', values: { count: attempts } };
      return withoutValues(wasSolvedFirst(area, iterationHistory) ? 'solved_first' : 'solved_at_once');
    case 'skipped':
      return { key: isAccuracy ? 'accuracy_skipped' : 'skipped', values: restoredValues };
    case 'limit':
      return { key: isAccuracy ? 'accuracy_limit' : 'limit', values: {} };
    case 'stopped':
      if (isAccuracy && attempts === 0) return withoutValues('accuracy_unchecked');
      return restoredIteration === undefined ? withoutValues('stopped') : { key: 'stopped_back', values: restoredValues };
    case undefined:
      if (status === 'paused') return withoutValues(attempts > 0 || area === currentArea ? 'paused' : 'waiting');
      if (area !== currentArea) return withoutValues('waiting');
      if (step === 'improving') return { key: 'improving', values: { count: attempts + 1 } };
      return withoutValues(step === 'evaluating' || step === 'checking_accuracy' ? 'checking' : 'starting');
  }
}
