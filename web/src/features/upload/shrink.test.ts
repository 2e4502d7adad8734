import { expect, test } from 'vitest';
import { fitSize } from './shrink.ts';

test.each([
  [{ width: 8000, height: 6000 }, 4000, { width: 4000, height: 3000 }],
  [{ width: 600, height: 800 }, 4000, { width: 600, height: 800 }],
  [{ width: 20_000, height: 1 }, 4000, { width: 4000, height: 1 }],
])('%o is fitSize into %i pixels without a change of its ratio', (size, max, fittedSize) => {
  expect(fitSize(size, max)).toEqual(fittedSize);
});
