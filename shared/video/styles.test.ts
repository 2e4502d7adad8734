import { describe, expect, test } from 'vitest';
import { promptCharactersMax } from '../batch/batch.ts';
import { animationStyle, animationStyles, pageStep, promptLanguage, stylesShownMax } from './styles.ts';

describe('the animation styles', () => {
  test('are the four specified styles in the specified order, all product showcases of three seconds', () => {
    expect(animationStyles.map(({ id }) => id)).toEqual(['shoe-step-motion', 'bag-sway-motion', 'hat-cute-pose', 'skincare-gentle-touch']);
    expect(new Set(animationStyles.map(({ category, durationSeconds }) => `${category} ${durationSeconds}`))).toEqual(
      new Set(['product_showcase 3']),
    );
    expect(animationStyles.length).toBeLessThanOrEqual(stylesShownMax);
  });

  test.each(animationStyles)('include $id with a valid prompt in English and in both Chinese scripts', ({ prompt }) => {
    expect(prompt.en).not.toMatch(/\p{Script=Han}/u);
    expect(prompt.zh).not.toMatch(/[a-z]/i);
    expect(prompt['zh-Hant']).not.toMatch(/[a-z]/i);
    for (const text of Object.values(prompt)) {
      expect(text).toBe(text.trim());
      expect([...text].length).toBeGreaterThan(40);
      expect([...text].length).toBeLessThanOrEqual(promptCharactersMax);
    }
  });

  test.each([
    ['hat-cute-pose', true],
    ['hat', false],
    ['', false],
  ])('whether the styles contain the id %j: %s', (id, isIncluded) => {
    expect(animationStyle(id)?.id).toBe(isIncluded ? id : undefined);
  });
});

describe('the language of the prompt', () => {
  test.each([
    ['zh', 'zh'],
    ['zh-Hans', 'zh'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['ZH-cn', 'zh'],
    ['en', 'en'],
    ['de', 'en'],
    ['ja', 'en'],
    ['zha', 'en'],
    ['', 'en'],
  ])('the prompt for a page in the language %j is in the language %s', (language, expected) => {
    expect(promptLanguage(language)).toBe(expected);
  });

  test.each(animationStyles)('the Traditional prompt of $id has no Simplified characters', ({ prompt }) => {
    expect(prompt['zh-Hant']).not.toMatch(/[轻颜线标签与镜为边钟摆产环绕过随间]/u);
    expect(prompt['zh-Hant']).not.toBe(prompt.zh);
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
  ] as const)('a step of $step from the style $first of $count leads to the style $to', ({ first, step, count, to }) => {
    expect(pageStep(first, step, count)).toBe(to);
  });
});
