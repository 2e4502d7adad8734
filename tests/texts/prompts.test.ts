/** Tests the prompts that the page offers, in every language. Sellers read them, edit them and order with them. */
import { describe, expect, test } from 'vitest';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { type Language, languageTags } from '#shared/languages.ts';
import { animationStyles } from '#shared/video/styles.ts';
import { imagePresetNames } from '#web/features/image/presets.ts';
import { createTranslator } from '../fixtures/texts.ts';

const keys = [...animationStyles.map(({ promptKey }) => promptKey), ...imagePresetNames.map((name) => `image.preset_prompt.${name}`)];

/** The writing systems of the languages that do not use Latin letters. */
const scripts: Partial<Record<Language, RegExp>> = {
  ja: /\p{Script=Hiragana}/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant-TW': /\p{Script=Han}/u,
};
const latin = /^[\p{Script=Latin}\p{P}\p{M}\s]+$/u;

describe.each(keys)('the prompt %s', (key) => {
  const prompts = new Map(languageTags.map((language) => [language, createTranslator(language)(key)]));

  test.each(languageTags)('the prompt can be ordered in %s, and is in the writing system of this language', (language) => {
    const prompt = prompts.get(language) ?? '';
    expect(prompt).toBe(prompt.trim());
    expect([...prompt].length).toBeGreaterThan(30);
    expect([...prompt].length).toBeLessThanOrEqual(promptCharactersMax);
    expect(prompt).toMatch(scripts[language] ?? latin);
  });

  test('the prompt is different in every language', () => {
    expect(new Set(prompts.values()).size).toBe(languageTags.length);
  });

  test('the prompt has no Simplified characters in Traditional Chinese', () => {
    expect(prompts.get('zh-Hant-TW')).not.toMatch(/[轻颜线标签与镜为边钟摆产环绕过随间]/u);
  });
});

test.each(languageTags)('the prompts of the image presets differ from each other in %s', (language) => {
  const translate = createTranslator(language);
  expect(new Set(imagePresetNames.map((name) => translate(`image.preset_prompt.${name}`))).size).toBe(imagePresetNames.length);
});
