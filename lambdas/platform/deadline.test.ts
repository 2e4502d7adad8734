import { expect, test } from 'vitest';
import { deadlineOf } from './deadline.ts';

const received = Date.UTC(2026, 10, 21);
/** Returns the deadline of a call with this remaining time, this long after API Gateway received it. */
const after = (ms: number, remainingMs: number) =>
  deadlineOf(
    () => remainingMs,
    received,
    () => received + ms,
  );

test('a call reserves two seconds for its response, and the time for later steps', () => {
  const deadline = after(100, 20_000);
  expect(deadline.leftMs()).toBe(18_000);
  expect(deadline.leftMs(6_000)).toBe(12_000);
});

test('a call whose function started late responds before API Gateway times out', () => {
  expect(after(8_000, 29_000).leftMs()).toBe(20_000);
});

test.each([
  ['before the time-out of its function', () => after(100, 2_000).leftMs()],
  ['for the later steps', () => after(100, 7_000).leftMs(5_000)],
  ['before the time-out of API Gateway', () => after(28_000, 20_000).leftMs()],
])('a call without time %s fails before it starts work that may be billed', (_, ask) => {
  expect(ask).toThrow(expect.objectContaining({ code: 'VendorTimeout' }));
});
