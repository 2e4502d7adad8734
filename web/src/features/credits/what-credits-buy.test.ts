import { describe, expect, test } from 'vitest';
import { countFor, pricedResults } from './what-credits-buy.ts';

describe('a number of results', () => {
  test.each([
    ['is 0 for an amount below the price', 199, 200, 0],
    ['is 0 without an amount', 0, 5, 0],
    ['is 0 without a price', 500, 0, 0],
    ['does not count a result that is paid only in part', 599, 200, 2],
    ['counts a result that uses the whole amount', 600, 200, 3],
  ])('the number of results %s', (_, amount, price, count) => expect(countFor(amount, { price })).toBe(count));
});

test('5, 10 and 50 dollars pay the expected numbers of results', () => {
  const rows = pricedResults.map((result) => [
    result.kind === 'video' ? result.model.displayName : result.kind,
    ...[500, 1000, 5000].map((amount) => countFor(amount, result)),
  ]);
  expect(rows).toEqual([
    ['Veo 3.1', 2, 5, 25],
    ['Veo 3.1 fast', 4, 8, 41],
    ['image', 100, 200, 1000],
    ['image-editing', 50, 100, 500],
    ['remove-background', 250, 500, 2500],
    ['pipeline', 6, 13, 66],
  ]);
});
