import { expect, test } from 'vitest';
import { deadlineOf } from './deadline.ts';

test('a call leaves two seconds for its answer, and what later steps need', () => {
  const deadline = deadlineOf(() => 20_000);
  expect(deadline.leftMs()).toBe(18_000);
  expect(deadline.leftMs(6_000)).toBe(12_000);
});

test('a call without time says so before it starts anything that may be billed', () => {
  expect(() => deadlineOf(() => 2_000).leftMs()).toThrow(expect.objectContaining({ code: 'VendorTimeout' }));
  expect(() => deadlineOf(() => 7_000).leftMs(5_000)).toThrow(expect.objectContaining({ code: 'VendorTimeout' }));
});
