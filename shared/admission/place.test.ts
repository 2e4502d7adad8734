import { describe, expect, test } from 'vitest';
import { type LineEntry, placesOf, secondsUntilSlot } from './place.ts';

const entry = (userId: string, batchId: string, index: number, tag: number): LineEntry => ({
  userId,
  batchId,
  index,
  queueKey: String(tag).padStart(15, '0'),
});
const line = [entry('ada', 'a', 0, 1), entry('bob', 'b', 0, 1), entry('ada', 'a', 1, 2), entry('bob', 'b', 1, 2), entry('eve', 'e', 0, 2)];

describe('the places of a batch', () => {
  test('the places of a batch are the positions of its items in the queue of the lane', () => {
    expect(placesOf(line, { userId: 'bob', batchId: 'b' }, [0, 1])).toEqual(
      new Map([
        [0, 2],
        [1, 4],
      ]),
    );
  });

  test('an item that is not in the queue yet is behind the queued items, and each waiting seller gets one slot before it', () => {
    expect([...placesOf(line, { userId: 'ada', batchId: 'a' }, [0, 1, 2, 3])]).toEqual([
      [0, 1],
      [1, 3],
      [2, 6],
      [3, 9],
    ]);
  });

  test('places are unknown if no item of the batch waits, and items that have started have no place', () => {
    expect(placesOf(line, { userId: 'ada', batchId: 'other' }, [0, 1])).toEqual(new Map());
    expect(placesOf(line, { userId: 'bob', batchId: 'a' }, [0])).toEqual(new Map());
    expect([...placesOf(line, { userId: 'ada', batchId: 'a' }, [1])]).toEqual([[1, 3]]);
  });
});

test.each([
  [1, { slots: 1, typicalSeconds: 90 }, 90],
  [40, { slots: 40, typicalSeconds: 90 }, 90],
  [41, { slots: 40, typicalSeconds: 90 }, 93],
  [1, { slots: 40, typicalSeconds: 90 }, 3],
  [1, { slots: 0, typicalSeconds: 90 }, Number.POSITIVE_INFINITY],
])('an item with the place %d in a lane with %o waits about %d seconds', (place, speed, seconds) => {
  expect(secondsUntilSlot(place, speed)).toBe(seconds);
});
