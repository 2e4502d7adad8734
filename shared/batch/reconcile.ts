/**
 * Decides how to recover a batch after a crash. The recovery only starts executions. The steps of these executions capture and release the
 * holds.
 */
import type { BatchStatus } from './batch.ts';

/**
 * The job runs every 5 minutes. After 36 resumes of a batch, each further resume also logs an error. The job still resumes the batch,
 * because its credits are held.
 */
const resumesBeforeReview = 36;

export type BatchState = {
  batchStatus: BatchStatus;
  /** State of the newest execution that is recorded on the batch row. */
  execution: 'running' | 'ended' | 'missing';
};

/**
 * - `leave`: the batch has ended, or its execution is running.
 * - `start`: a crash happened after the batch row was written and before its execution started.
 * - `resume`: the execution ended before the batch. Another execution continues the unfinished items.
 */
export type ReconcileAction = 'leave' | 'start' | 'resume';

export function reconcileAction({ batchStatus, execution }: BatchState): ReconcileAction {
  if (batchStatus !== 'running' || execution === 'running') return 'leave';
  return execution === 'missing' ? 'start' : 'resume';
}

/** Returns whether a batch was resumed too often and needs a manual review. */
export const needsManualReview = (resumeCount: number): boolean => resumeCount >= resumesBeforeReview;
