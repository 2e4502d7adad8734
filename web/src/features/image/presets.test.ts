import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { imagePresetNames, imagePresetOf, imagePresetPrompt } from './presets.ts';

const prompts: Record<string, string> = texts.image.preset_prompt;
const t = ((key: string) => prompts[key.replace('image.preset_prompt.', '')]) as unknown as TFunction;

test.each(imagePresetNames)('the prompt of the preset %s is recognized', (name) => {
  expect(imagePresetOf(`${imagePresetPrompt(name, t)} `, t)).toBe(name);
});

test('a typed prompt is not a preset', () => {
  expect(imagePresetOf('On a beach', t)).toBeUndefined();
  expect(imagePresetOf('', t)).toBeUndefined();
});
