import { describe, expect, test } from 'vitest';
import { hasFreeSlot, queueKeyOf, startTagOf, tagsOf, virtualTimeAfter } from './rule.ts';

describe('the tags of a request', () => {
  test('the tags of a seller without earlier requests start at the virtual time', () => {
    expect(tagsOf(0)).toEqual({ startTag: 0, finishTag: 1 });
    expect(tagsOf(7)).toEqual({ startTag: 7, finishTag: 8 });
  });

  test('the tags of a request follow the previous request of the same seller', () => {
    expect(tagsOf(7, 12)).toEqual({ startTag: 12, finishTag: 13 });
  });

  test('a finish tag below the virtual time is not used, so a pause gives a seller no advantage', () => {
    expect(tagsOf(7, 3)).toEqual({ startTag: 7, finishTag: 8 });
  });
});

describe('the sort key of a waiting request', () => {
  const at = '2026-11-23T08:00:00.000Z';
  test.each([
    ['a smaller start tag', queueKeyOf(9, '2026-11-23T09:00:00.000Z', 'b'), queueKeyOf(10, at, 'a')],
    ['an earlier arrival at the same start tag', queueKeyOf(10, at, 'b'), queueKeyOf(10, '2026-11-23T08:00:00.001Z', 'a')],
    ['a smaller id at the same time', queueKeyOf(10, at, 'a'), queueKeyOf(10, at, 'b')],
    ['a start tag with fewer digits', queueKeyOf(999_999_999, at, 'z'), queueKeyOf(1_000_000_000_000, at, 'a')],
  ])('the sort key is smaller for %s', (_, first, second) => {
    expect(first < second).toBe(true);
  });

  test.each([0, 1, 12_345_678_901])('the sort key contains the start tag %d', (startTag) => {
    expect(startTagOf(queueKeyOf(startTag, at, '9'))).toBe(startTag);
  });
});

test.each([
  { inUse: 0, slots: 0, isFree: false },
  { inUse: 0, slots: 1, isFree: true },
  { inUse: 40, slots: 40, isFree: false },
  { inUse: 40, slots: 10, isFree: false },
])('a lane with $inUse of $slots slots in use has a free slot: $isFree', ({ isFree, ...lane }) => {
  expect(hasFreeSlot(lane)).toBe(isFree);
});

test('the virtual time never decreases', () => {
  expect(virtualTimeAfter(5, 9)).toBe(9);
  expect(virtualTimeAfter(9, 5)).toBe(9);
});
