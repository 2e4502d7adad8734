/** What a crash left behind, and what is done about it. No money is moved here: a machine is started, and its steps settle. */
import type { BatchStatus } from './batch.ts';

/** Three hours of passes. From then on a person is told at each one; the credits are still held, so it is tried again all the same. */
const resumptionsBeforeHelp = 36;

export type Found = {
  batch: BatchStatus;
  /** Of the newest execution that the batch's row knows. */
  execution: 'running' | 'ended' | 'missing';
};

/**
 * leave: it ended, or its execution goes on.
 * start: the crash came between the row and the execution that it names.
 * resume: the execution broke off; another takes up what has not ended.
 */
export type Care = 'leave' | 'start' | 'resume';

export function reconcileAction({ batch, execution }: Found): Care {
  if (batch !== 'running' || execution === 'running') return 'leave';
  return execution === 'missing' ? 'start' : 'resume';
}

/** Whether so many executions of a batch broke off that a person must look. */
export const needsManualReview = (resumptions: number): boolean => resumptions >= resumptionsBeforeHelp;
