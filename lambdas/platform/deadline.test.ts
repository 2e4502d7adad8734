import { expect, test } from 'vitest';
import { deadlineOf } from './deadline.ts';

const received = Date.UTC(2026, 10, 21);
/** A call whose function has so many milliseconds left, so long after API Gateway received it. */
const after = (ms: number, remainingMs: number) =>
  deadlineOf(
    () => remainingMs,
    received,
    () => received + ms,
  );

test('a call leaves two seconds for its answer, and what later steps need', () => {
  const deadline = after(100, 20_000);
  expect(deadline.leftMs()).toBe(18_000);
  expect(deadline.leftMs(6_000)).toBe(12_000);
});

test('a call whose function started late answers before API Gateway gives it up', () => {
  expect(after(8_000, 29_000).leftMs()).toBe(20_000);
});

test.each([
  ['before its function’s time-out', () => after(100, 2_000).leftMs()],
  ['for what comes later', () => after(100, 7_000).leftMs(5_000)],
  ['before API Gateway gives it up', () => after(28_000, 20_000).leftMs()],
])('a call without time %s says so before it starts anything that may be billed', (_, ask) => {
  expect(ask).toThrow(expect.objectContaining({ code: 'VendorTimeout' }));
});
