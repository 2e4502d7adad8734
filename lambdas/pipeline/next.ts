import type { RunPhase } from '#shared/pipeline/failure.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** The next step, in the terms of the state machine. */
export type Next = 'analyze' | 'generate' | 'improve' | 'evaluate' | 'check_accuracy' | 'complete' | 'stop';

export function nextOf({ state, stopRequestedAt }: Run): Next {
  if (!state) return stopRequestedAt ? 'stop' : 'analyze';
  const step = nextStep(state);
  if (step.do === 'finish') return 'complete';
  if (stopRequestedAt) return 'stop';
  return step.do === 'evaluate' && step.area.kind === 'accuracy' ? 'check_accuracy' : step.do;
}

/** Returns the next kind of vendor work, and so the phase in which an error occurred. */
export function phaseOf(run: Run): RunPhase | undefined {
  if (!run.pictures) return undefined;
  if (!run.state) return 'analysis';
  const step = nextStep(run.state);
  if (step.do === 'finish') return undefined;
  return step.do === 'evaluate' ? 'evaluation' : 'generation';
}
