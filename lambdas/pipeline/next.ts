import type { RunPhase } from '#shared/pipeline/failure.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** What comes next, as the state machine asks for it. */
export type Next = 'analyze' | 'generate' | 'improve' | 'evaluate' | 'check_accuracy' | 'complete' | 'stop';

export function nextOf({ state, stopRequestedAt }: Run): Next {
  if (!state) return stopRequestedAt ? 'stop' : 'analyze';
  const step = nextStep(state);
  if (step.do === 'finish') return 'complete';
  if (stopRequestedAt) return 'stop';
  return step.do === 'evaluate' && step.area.kind === 'accuracy' ? 'check_accuracy' : step.do;
}

/** Which of a vendor's works comes next, and so what an error was an error of. */
export function phaseOf(run: Run): RunPhase | undefined {
  if (!run.pictures) return undefined;
  if (!run.state) return 'analysis';
  const step = nextStep(run.state);
  if (step.do === 'finish') return undefined;
  return step.do === 'evaluate' ? 'evaluation' : 'generation';
}
