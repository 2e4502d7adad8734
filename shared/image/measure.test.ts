import { expect, test } from 'vitest';
import { imageModels } from '../catalogue.ts';
import { hasRatio } from './measure.ts';

test.each([
  [1024, 1024, '1:1', true],
  [832, 1248, '2:3', true],
  [864, 1184, '3:4', true],
  [896, 1152, '4:5', true],
  [768, 1344, '9:16', true],
  [1536, 672, '21:9', true],
  [1024, 1024, '4:5', false],
  [1344, 768, '9:16', false],
  [1200, 1024, '1:1', false],
  [1024, 1024, 'wide', false],
])('the result of hasRatio for %i × %i pixels and the ratio %s is %s', (width, height, ratio, expected) =>
  expect(hasRatio({ width, height }, ratio)).toBe(expected),
);

test('no offered ratio matches another offered ratio', () => {
  const ratios = [...new Set(imageModels.flatMap(({ aspectRatios }) => aspectRatios))];
  for (const ratio of ratios) {
    const [width = 0, height = 0] = ratio.split(':').map(Number);
    const matches = ratios.filter((otherRatio) => hasRatio({ width: width * 1000, height: height * 1000 }, otherRatio));
    expect(matches).toEqual([ratio]);
  }
});
