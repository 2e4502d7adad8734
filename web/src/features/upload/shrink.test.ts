import { expect, test } from 'vitest';
import { fitSize } from './shrink.ts';

test.each([
  [{ width: 8000, height: 6000 }, 4000, { width: 4000, height: 3000 }],
  [{ width: 600, height: 800 }, 4000, { width: 600, height: 800 }],
  [{ width: 20_000, height: 1 }, 4000, { width: 4000, height: 1 }],
])('fitSize reduces %o to at most %i pixels per side without a change of the ratio', (size, max, fittedSize) => {
  expect(fitSize(size, max)).toEqual(fittedSize);
});
