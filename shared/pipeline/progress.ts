/** Returns the stage of a run, its step within the stage, and an English sentence about the step (docs/spec.md 10.1, 10.4). */
import type { ErrorCode } from '../errors.ts';
import type { RunStage, RunStatus, RunStep } from './api.ts';
import { nextStep, type RunState } from './run.ts';

type Progress = {
  status: RunStatus;
  errorCode?: ErrorCode | undefined;
  /** Whether the three pictures are decoded and stored. */
  hasPictures: boolean;
  /** Undefined until the analysis has found the focus areas. */
  state?: RunState | undefined;
};

export function stepOf({ status, errorCode, hasPictures, state }: Progress): RunStep {
  if (status === 'paused') return errorCode === 'InsufficientCredits' ? 'out_of_credits' : 'failed';
  if (status !== 'running') return status;
  if (!hasPictures) return 'preparing';
  if (!state) return 'analyzing';
  const next = nextStep(state);
  switch (next.do) {
    case 'generate':
      return 'generating';
    case 'improve':
      return 'improving';
    case 'evaluate':
      return next.area.kind === 'accuracy' ? 'checking_accuracy' : 'evaluating';
    case 'finish':
      return 'finishing';
  }
}

export const stageOfStep: Record<RunStep, RunStage> = {
  preparing: 'processing',
  analyzing: 'processing',
  generating: 'processing',
  evaluating: 'reviewing',
  checking_accuracy: 'reviewing',
  finishing: 'reviewing',
  improving: 'correcting',
  completed: 'completed',
  stopped: 'completed',
  out_of_credits: 'error',
  failed: 'error',
};

const sentences: Record<RunStep, (area: string) => string> = {
  preparing: () => 'Preparing your images.',
  analyzing: () => 'Comparing the before image with the after image to find the changes.',
  generating: () => 'Making the first image.',
  evaluating: (area) => `Checking ${area}.`,
  checking_accuracy: () => 'Checking that the product is still the same.',
  finishing: () => 'Finishing.',
  improving: (area) => `Improving ${area}.`,
  completed: () => 'Your image is ready.',
  stopped: () => 'You stopped this run. The best image so far is kept.',
  out_of_credits: () => 'Your credits have run out. Everything made so far is kept: add credits and continue.',
  failed: () => 'Something went wrong. Everything made so far is kept, and you can continue.',
};

/** Returns an English sentence about the step; the page shows a translation. `area` is the current area. */
export const messageOf = (step: RunStep, area = 'the image'): string => sentences[step](area);
