import { expect, test } from 'vitest';
import { imageProbe } from './probe-of-result.ts';

const result = { key: 'results/u/b/card-0.jpg', posterKey: 'results/u/b/card-0.thumb.jpg', width: 900, height: 600, sizeBytes: 1000 };

test('the order of the stored properties does not change the response', () => {
  const measured = { colourSpace: 'srgb', alpha: false, fillPercent: 61.2 };
  const reversed = Object.fromEntries(Object.entries(measured).toReversed());
  const [one, other] = [measured, reversed].map((properties) => JSON.stringify(imageProbe({ ...result, measured: properties }, true)));
  expect(other).toBe(one);
  expect(JSON.parse(String(one))).toMatchObject({ kind: 'image', ...measured, bytes: 1000, aiMade: true });
});
