import { describe, expect, test } from 'vitest';
import { synthesize } from '#tests/fixtures/synthesized.ts';
import { calls } from './calls.ts';
import { reservedEntries, reservedTotal, reservingQuotaMin, unreservedMin } from './reserved-concurrency.ts';
import { steps } from './steps.ts';

/** Returns the reservations of all functions that have one. */
const reservationsIn = (concurrencyQuota?: number): Record<string, number> =>
  Object.fromEntries(
    synthesize({ ...(concurrencyQuota && { concurrencyQuota }) })
      .all('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
      .map(({ Properties }) => [Properties.Description, Properties.ReservedConcurrentExecutions]),
  );

describe('with a sufficient quota', () => {
  const reservations = reservationsIn(reservingQuotaMin);

  test('with a sufficient quota, exactly the functions of the list have a reservation', () => {
    expect(Object.keys(reservations).sort()).toEqual(reservedEntries.toSorted());
  });

  test('with a sufficient quota, more than half of the quota remains for all other functions, and AWS accepts the reservations', () => {
    const sum = Object.values(reservations).reduce((total, count) => total + count, 0);
    expect(sum).toBe(reservedTotal);
    expect(reservingQuotaMin - sum).toBeGreaterThan(reservingQuotaMin / 2);
    expect(reservingQuotaMin - sum).toBeGreaterThanOrEqual(unreservedMin);
  });

  test('with a sufficient quota, every webhook and every step that captures or releases credits has a reservation', () => {
    const entries = [...Object.values(calls), ...Object.values(steps)].map(({ entry }) => entry);
    const needed = entries.filter((entry) => /\/(receive-\w+-webhook|capture-\w+|release-\w+|store-\w*-?result)$/.test(entry));
    expect(needed).toHaveLength(8);
    expect(needed.filter((entry) => !(entry in reservations))).toEqual([]);
  });
});

test.each([undefined, 10, reservingQuotaMin - 1])('with the quota %s, nothing is reserved', (quota) => {
  expect(reservationsIn(quota)).toEqual({});
});

test('each reservation belongs to a function', () => {
  const entries: string[] = [...Object.values(calls), ...Object.values(steps)].map(({ entry }) => entry);
  expect(reservedEntries.filter((entry) => !entries.includes(entry))).toEqual([]);
});
