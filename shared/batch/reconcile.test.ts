import { describe, expect, test } from 'vitest';
import { type BatchStatus, batchStatuses } from './batch.ts';
import { type BatchState, needsManualReview, type ReconcileAction, reconcileAction } from './reconcile.ts';

describe('the reconcile job', () => {
  /** If a new status has no row here, this file does not compile. */
  const whileRunning: Record<BatchState['execution'], ReconcileAction> = { running: 'leave', missing: 'start', ended: 'resume' };
  const table: Record<BatchStatus, Record<BatchState['execution'], ReconcileAction>> = {
    running: whileRunning,
    completed: { running: 'leave', missing: 'leave', ended: 'leave' },
    partial: { running: 'leave', missing: 'leave', ended: 'leave' },
    failed: { running: 'leave', missing: 'leave', ended: 'leave' },
    cancelled: { running: 'leave', missing: 'leave', ended: 'leave' },
  };
  const cases = batchStatuses.flatMap((batch) =>
    (['running', 'ended', 'missing'] as const).map((execution) => [batch, execution, table[batch][execution]] as const),
  );
  test.each(cases)('decides for a %s batch with a %s execution: %s', (batch, execution, action) => {
    expect(reconcileAction({ batch, execution })).toBe(action);
  });

  test.each([
    [0, false],
    [35, false],
    [36, true],
    [5000, true],
  ])('requires a manual review after %i resumes: %s', (resumeCount, needed) => {
    expect(needsManualReview(resumeCount)).toBe(needed);
  });
});
