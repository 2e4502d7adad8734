/** Explains the state of an area, or how it ended, as a key under `pipeline.outcome` with its numbers. */
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

const plain = (key: Explanation['key']): Explanation => ({ key, values: {} });

export function explainArea(
  { area, kind, outcome, attempts, restoredIteration }: RunFocusArea,
  { currentArea, step, status }: Pick<RunResponse, 'currentArea' | 'step' | 'status'>,
): Explanation {
  const isAccuracy = kind === 'accuracy';
  const back = restoredIteration === undefined ? {} : { iteration: restoredIteration };
  switch (outcome) {
    case 'solved':
      if (isAccuracy) return plain('accuracy_confirmed');
      return attempts === 0 ? plain('solved_at_once') : { key: 'solved', values: { count: attempts } };
    case 'skipped':
      return { key: isAccuracy ? 'accuracy_skipped' : 'skipped', values: back };
    case 'limit':
      return { key: isAccuracy ? 'accuracy_limit' : 'limit', values: {} };
    case 'stopped':
      if (isAccuracy && attempts === 0) return plain('accuracy_unchecked');
      return restoredIteration === undefined ? plain('stopped') : { key: 'stopped_back', values: back };
    case undefined:
      if (status === 'paused') return plain(attempts > 0 || area === currentArea ? 'next' : 'waiting');
      if (area !== currentArea) return plain('waiting');
      if (step === 'improving') return { key: 'improving', values: { count: attempts + 1 } };
      return plain(step === 'evaluating' || step === 'checking_accuracy' ? 'checking' : 'next');
  }
}
