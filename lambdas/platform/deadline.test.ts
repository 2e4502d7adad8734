import { expect, test } from 'vitest';
import { deadlineOf } from './deadline.ts';

const received = Date.UTC(2026, 10, 21);
/** Returns the deadline of a call that API Gateway received `ms` milliseconds ago. Lambda leaves `remainingMs` to the function. */
const deadlineAfter = (ms: number, remainingMs: number) =>
  deadlineOf(
    () => remainingMs,
    received,
    () => received + ms,
  );

test('two seconds of the time limit are reserved for the response, and more time is reserved for later steps', () => {
  const deadline = deadlineAfter(100, 20_000);
  expect(deadline.leftMs()).toBe(18_000);
  expect(deadline.leftMs(6_000)).toBe(12_000);
});

test('a call whose function started late responds before API Gateway times out', () => {
  expect(deadlineAfter(8_000, 29_000).leftMs()).toBe(20_000);
});

test.each([
  ['before the time-out of its function', () => deadlineAfter(100, 2_000).leftMs()],
  ['for the later steps', () => deadlineAfter(100, 7_000).leftMs(5_000)],
  ['before the time-out of API Gateway', () => deadlineAfter(28_000, 20_000).leftMs()],
])('a call without enough time %s fails before it starts work that may be billed', (_, readTimeLeft) => {
  expect(readTimeLeft).toThrow(expect.objectContaining({ code: 'VendorTimeout' }));
});
