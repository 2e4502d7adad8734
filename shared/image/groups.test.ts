import { expect, test } from 'vitest';
import { groupPauseSeconds, groupsOf } from './groups.ts';

test.each([
  [0, []],
  [1, [[0]]],
  [3, [[0, 1, 2]]],
  [4, [[0, 1, 2], [3]]],
  [7, [[0, 1, 2], [3, 4, 5], [6]]],
])('%i items are split into groups of three, in the order of the items', (count, expected) => {
  const groups = groupsOf(Array.from({ length: count }, (_, index) => index));
  expect(groups.map(({ items }) => items)).toEqual(expected);
  expect(groups.map(({ isLast }) => isLast)).toEqual(expected.map((_, index) => index === expected.length - 1));
});

test('groupsOf keeps all hundred items', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  expect(groupsOf(items).flatMap((group) => group.items)).toEqual(items);
  expect(groupsOf(items)).toHaveLength(34);
});

test('the pause between groups is the longest pause of the models', () => expect(groupPauseSeconds).toBe(1));
