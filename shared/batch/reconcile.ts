/** What a crash left behind, and what is done about it. No money is moved here: a machine is started, and its steps settle. */
import type { BatchStatus } from './batch.ts';

/** Executions of one batch beside its first; each name adds a character, which leaves base 36 less one. */
export const resumptionsMax = 35;

export type Found = {
  batch: BatchStatus;
  /** Of the newest execution that the batch's row knows. */
  execution: 'running' | 'ended' | 'missing';
  resumptions: number;
};

/**
 * leave: it ended, or its execution goes on.
 * start: the crash came between the row and the execution that it names.
 * resume: the execution broke off; another takes up what has not ended.
 * report: so many broke off that a person must look.
 */
export type Care = 'leave' | 'start' | 'resume' | 'report';

export function careOf({ batch, execution, resumptions }: Found): Care {
  if (batch !== 'running' || execution === 'running') return 'leave';
  if (execution === 'missing') return 'start';
  return resumptions < resumptionsMax ? 'resume' : 'report';
}
