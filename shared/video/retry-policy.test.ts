import { describe, expect, test } from 'vitest';
import { attemptsMax, backoffSeconds, decideNextAction, type LatestAttempt, retryCountOf, transientCodes } from './retry-policy.ts';

test('only transient vendor failures lead to another attempt', () => {
  expect([...transientCodes].sort()).toEqual(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
});

describe('the next action', () => {
  const intentAt = '2026-11-21T08:00:00Z';
  const failedOutcome = (code: 'VendorServerError' | 'VendorRefused' | 'VendorTimeout') => ({ status: 'failed', code }) as const;
  test.each<[string, LatestAttempt, ReturnType<typeof decideNextAction>]>([
    ['after the first attempt was rejected', { attempts: 1 }, 'order-again'],
    ['after the third attempt was rejected', { attempts: attemptsMax }, 'give-up'],
    ['after the first generation failed', { attempts: 1, intentAt, outcome: failedOutcome('VendorServerError') }, 'order-again'],
    ['after the second generation failed', { attempts: 2, intentAt, outcome: failedOutcome('VendorServerError') }, 'order-again'],
    ['after the third generation failed', { attempts: 3, intentAt, outcome: failedOutcome('VendorServerError') }, 'give-up'],
    ['after a refusal by policy', { attempts: 1, intentAt, outcome: failedOutcome('VendorRefused') }, 'give-up'],
    ['after a time-out', { attempts: 1, intentAt, outcome: failedOutcome('VendorTimeout') }, 'give-up'],
    ['with an attempt of unknown status', { attempts: 1, intentAt }, 'keep-waiting'],
    ['with a recorded video', { attempts: 1, outcome: { status: 'ready' } }, 'keep-waiting'],
  ])('the action %s is correct', (_, item, action) => {
    expect(decideNextAction(item)).toBe(action);
  });

  test.each([
    [1, 0, 1],
    [1, 1, 2],
    [2, 0, 3],
    [2, 1, 6],
    [0, 0, 1],
  ])('the pause after attempt %i with jitter %i is %i s', (attempts, jitter, seconds) => {
    expect(backoffSeconds(attempts, jitter)).toBe(seconds);
  });
});

test.each([
  [{}, 0],
  [{ attempts: 1 }, 0],
  [{ attempts: 3 }, 2],
  [{ retryCount: 1 }, 1],
  [{ retryCount: 3, attempts: 2 }, 4],
])('retryCountOf(%j) returns %i', (item, count) => {
  expect(retryCountOf(item)).toBe(count);
});
