import { describe, expect, test } from 'vitest';
import { type BatchStatus, batchStatuses } from './batch.ts';
import { type Care, careOf, type Found, resumptionsMax } from './reconcile.ts';

describe('a batch that reconcile finds', () => {
  /** A new status does not compile until this table has an opinion. */
  const whileRunning: Record<Found['execution'], Care> = { running: 'leave', missing: 'start', ended: 'resume' };
  const table: Record<BatchStatus, Record<Found['execution'], Care>> = {
    running: whileRunning,
    completed: { running: 'leave', missing: 'leave', ended: 'leave' },
    partial: { running: 'leave', missing: 'leave', ended: 'leave' },
    failed: { running: 'leave', missing: 'leave', ended: 'leave' },
    cancelled: { running: 'leave', missing: 'leave', ended: 'leave' },
  };
  const cases = batchStatuses.flatMap((batch) =>
    (['running', 'ended', 'missing'] as const).map((execution) => [batch, execution, table[batch][execution]] as const),
  );
  test.each(cases)('%s, its execution %s: %s', (batch, execution, care) => {
    expect(careOf({ batch, execution, resumptions: 0 })).toBe(care);
    expect(careOf({ batch, execution, resumptions: resumptionsMax - 1 })).toBe(care);
  });

  test('again and again is shown to a person in the end', () => {
    expect(careOf({ batch: 'running', execution: 'ended', resumptions: resumptionsMax })).toBe('report');
    expect(careOf({ batch: 'running', execution: 'missing', resumptions: resumptionsMax })).toBe('start');
  });
});
