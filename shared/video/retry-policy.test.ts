import { describe, expect, test } from 'vitest';
import { attemptsMax, backoffSeconds, decideNextAction, type Order, retryCountOf, transientCodes } from './retry-policy.ts';

test('only trouble of the vendor’s that may pass is worth another order', () => {
  expect([...transientCodes].sort()).toEqual(['VendorBusy', 'VendorServerError', 'VendorUnreachable']);
});

describe('after a failure', () => {
  const intentAt = '2026-11-21T08:00:00Z';
  const failed = (code: 'VendorServerError' | 'VendorRefused' | 'VendorTimeout') => ({ status: 'failed', code }) as const;
  test.each<[string, Order, ReturnType<typeof decideNextAction>]>([
    ['the vendor refused to take the first order', { attempts: 1 }, 'order-again'],
    ['the vendor refused to take the third', { attempts: attemptsMax }, 'give-up'],
    ['the first generation broke', { attempts: 1, intentAt, outcome: failed('VendorServerError') }, 'order-again'],
    ['the second generation broke', { attempts: 2, intentAt, outcome: failed('VendorServerError') }, 'order-again'],
    ['the third generation broke', { attempts: 3, intentAt, outcome: failed('VendorServerError') }, 'give-up'],
    ['the vendor’s policy refused', { attempts: 1, intentAt, outcome: failed('VendorRefused') }, 'give-up'],
    ['the time was up', { attempts: 1, intentAt, outcome: failed('VendorTimeout') }, 'give-up'],
    ['nobody knows what became of the order', { attempts: 1, intentAt }, 'wait-on'],
    ['the video came all the same', { attempts: 1, outcome: { status: 'ready' } }, 'wait-on'],
  ])('%s', (_, order, move) => {
    expect(decideNextAction(order)).toBe(move);
  });

  test.each([
    [1, 0, 1],
    [1, 1, 2],
    [2, 0, 3],
    [2, 1, 6],
    [0, 0, 1],
  ])('of order %i, with lot %i, there is a pause of %i s', (attempts, lot, seconds) => {
    expect(backoffSeconds(attempts, lot)).toBe(seconds);
  });
});

test.each([
  [{}, 0],
  [{ attempts: 1 }, 0],
  [{ attempts: 3 }, 2],
  [{ retryCount: 1 }, 1],
  [{ retryCount: 3, attempts: 2 }, 4],
])('%j was tried before so often: %i', (item, count) => {
  expect(retryCountOf(item)).toBe(count);
});
