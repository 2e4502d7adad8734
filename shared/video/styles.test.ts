import { describe, expect, test } from 'vitest';
import { animationStyle, animationStyles, pageStep, stylesShownMax } from './styles.ts';

describe('the animation styles', () => {
  test('the animation styles are the four specified styles in the specified order, and all are product showcases of three seconds', () => {
    expect(animationStyles.map(({ id }) => id)).toEqual(['shoe-step-motion', 'bag-sway-motion', 'hat-cute-pose', 'skincare-gentle-touch']);
    expect(new Set(animationStyles.map(({ category, durationSeconds }) => `${category} ${durationSeconds}`))).toEqual(
      new Set(['product_showcase 3']),
    );
    expect(animationStyles.length).toBeLessThanOrEqual(stylesShownMax);
  });

  test.each([
    ['hat-cute-pose', true],
    ['hat', false],
    ['', false],
  ])('whether there is a style with the id %j: %s', (id, isIncluded) => {
    expect(animationStyle(id)?.id).toBe(isIncluded ? id : undefined);
  });
});

describe('the paging of styles', () => {
  test.each([
    { first: 0, step: 1, count: 4, to: 1 },
    { first: 1, step: 1, count: 4, to: 1 },
    { first: 1, step: -1, count: 4, to: 0 },
    { first: 0, step: -1, count: 4, to: 0 },
    { first: 0, step: 1, count: 8, to: 3 },
    { first: 3, step: 1, count: 8, to: 5 },
    { first: 5, step: -1, count: 8, to: 2 },
    { first: 0, step: 1, count: 3, to: 0 },
    { first: 0, step: 1, count: 0, to: 0 },
  ] as const)(
    'in the paging of styles, a step of $step from the style $first of $count leads to the style $to',
    ({ first, step, count, to }) => {
      expect(pageStep(first, step, count)).toBe(to);
    },
  );
});
