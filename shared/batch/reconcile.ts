/** Decides how to recover a batch after a crash. It only starts executions: their steps capture and release the holds. */
import type { BatchStatus } from './batch.ts';

/** 36 passes of 5 minutes. After that, each pass logs an error but continues, because credits are still held. */
const resumptionsBeforeHelp = 36;

export type Found = {
  batch: BatchStatus;
  /** State of the newest execution that is recorded on the batch row. */
  execution: 'running' | 'ended' | 'missing';
};

/**
 * leave: the batch has ended, or its execution is running.
 * start: a crash happened after the batch row was written and before its execution started.
 * resume: the execution ended before the batch; another one continues the unfinished items.
 */
export type Care = 'leave' | 'start' | 'resume';

export function reconcileAction({ batch, execution }: Found): Care {
  if (batch !== 'running' || execution === 'running') return 'leave';
  return execution === 'missing' ? 'start' : 'resume';
}

/** Whether a batch was resumed too often and needs a manual review. */
export const needsManualReview = (resumptions: number): boolean => resumptions >= resumptionsBeforeHelp;
