import { describe, expect, test } from 'vitest';
import { attemptsMax, backoffSeconds, decideNextAction, type LatestAttempt, totalRetryCountOf, transientCodes } from './retry-policy.ts';

test('only transient vendor failures lead to another attempt', () => {
  expect([...transientCodes].sort()).toEqual(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
});

describe('decideNextAction and backoffSeconds', () => {
  const intentAt = '2026-11-21T08:00:00Z';
  const failedOutcome = (code: 'VendorServerError' | 'VendorRefused' | 'VendorTimeout') => ({ status: 'failed', code }) as const;
  test.each<[string, ReturnType<typeof decideNextAction>, LatestAttempt]>([
    ['after the vendor did not accept the first attempt', 'order-again', { attempts: 1 }],
    ['after the vendor did not accept the third attempt', 'give-up', { attempts: attemptsMax }],
    ['after the first generation failed', 'order-again', { attempts: 1, intentAt, outcome: failedOutcome('VendorServerError') }],
    ['after the second generation failed', 'order-again', { attempts: 2, intentAt, outcome: failedOutcome('VendorServerError') }],
    ['after the third generation failed', 'give-up', { attempts: 3, intentAt, outcome: failedOutcome('VendorServerError') }],
    ['after the vendor refused the content', 'give-up', { attempts: 1, intentAt, outcome: failedOutcome('VendorRefused') }],
    ['after a time-out', 'give-up', { attempts: 1, intentAt, outcome: failedOutcome('VendorTimeout') }],
    ['while the status of an attempt is unknown', 'keep-waiting', { attempts: 1, intentAt }],
    ['when the video of an attempt is stored', 'keep-waiting', { attempts: 1, outcome: { status: 'ready' } }],
  ])('%s, the next action is %s', (_, action, item) => {
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
])('totalRetryCountOf(%j) returns %i manual and automatic retries', (item, count) => {
  expect(totalRetryCountOf(item)).toBe(count);
});
