import { describe, expect, test } from 'vitest';
import { type BatchStatus, batchStatuses } from './batch.ts';
import { type BatchState, needsManualReview, type ReconcileAction, reconcileAction } from './reconcile.ts';

describe('the reconcile job', () => {
  const actionsForRunningBatch: Record<BatchState['execution'], ReconcileAction> = { running: 'leave', missing: 'start', ended: 'resume' };
  /** This file does not compile if a batch status has no row in this table. */
  const table: Record<BatchStatus, Record<BatchState['execution'], ReconcileAction>> = {
    running: actionsForRunningBatch,
    completed: { running: 'leave', missing: 'leave', ended: 'leave' },
    partial: { running: 'leave', missing: 'leave', ended: 'leave' },
    failed: { running: 'leave', missing: 'leave', ended: 'leave' },
    cancelled: { running: 'leave', missing: 'leave', ended: 'leave' },
  };
  const cases = batchStatuses.flatMap((batchStatus) =>
    (['running', 'ended', 'missing'] as const).map((execution) => [batchStatus, execution, table[batchStatus][execution]] as const),
  );
  test.each(cases)('the action of the reconcile job for a %s batch with a %s execution is: %s', (batchStatus, execution, action) => {
    expect(reconcileAction({ batchStatus, execution })).toBe(action);
  });

  test.each([
    [0, false],
    [35, false],
    [36, true],
    [5000, true],
  ])('after %i resumes, needsManualReview returns %s', (resumeCount, needed) => {
    expect(needsManualReview(resumeCount)).toBe(needed);
  });
});
