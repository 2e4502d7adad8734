/** Explains the state or the result of an area. Returns a text key under `pipeline.outcome` with the numbers of the text. */
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';

export type Explanation = {
  key:
    | 'waiting'
    | 'next'
    | 'checking'
    | 'improving'
    | 'solved_at_once'
    | 'solved'
    | 'skipped'
    | 'limit'
    | 'stopped'
    | 'stopped_back'
    | 'accuracy_confirmed'
    | 'accuracy_skipped'
    | 'accuracy_limit'
    | 'accuracy_unchecked';
  values: { count?: number; iteration?: number };
};

const withoutValues = (key: Explanation['key']): Explanation => ({ key, values: {} });

export function explainArea(
  { area, kind, outcome, attempts, restoredIteration }: RunFocusArea,
  { currentArea, step, status }: Pick<RunResponse, 'currentArea' | 'step' | 'status'>,
): Explanation {
  const isAccuracy = kind === 'accuracy';
  const restoredValues = restoredIteration === undefined ? {} : { iteration: restoredIteration };
  switch (outcome) {
    case 'solved':
      if (isAccuracy) return withoutValues('accuracy_confirmed');
      return attempts === 0 ? withoutValues('solved_at_once') : { key: 'solved', values: { count: attempts } };
    case 'skipped':
      return { key: isAccuracy ? 'accuracy_skipped' : 'skipped', values: restoredValues };
    case 'limit':
      return { key: isAccuracy ? 'accuracy_limit' : 'limit', values: {} };
    case 'stopped':
      if (isAccuracy && attempts === 0) return withoutValues('accuracy_unchecked');
      return restoredIteration === undefined ? withoutValues('stopped') : { key: 'stopped_back', values: restoredValues };
    case undefined:
      if (status === 'paused') return withoutValues(attempts > 0 || area === currentArea ? 'next' : 'waiting');
      if (area !== currentArea) return withoutValues('waiting');
      if (step === 'improving') return { key: 'improving', values: { count: attempts + 1 } };
      return withoutValues(step === 'evaluating' || step === 'checking_accuracy' ? 'checking' : 'next');
  }
}
