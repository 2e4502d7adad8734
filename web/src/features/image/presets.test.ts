import { expect, test } from 'vitest';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { imagePresetNames, imagePresetOf, imagePresetPrompts } from './presets.ts';

test.each(imagePresetNames)('the prompt of the preset %s is short enough for an order, and is recognized as this preset', (name) => {
  const prompt = imagePresetPrompts[name];
  expect([...prompt].length).toBeLessThanOrEqual(promptCharactersMax);
  expect(imagePresetOf(`${prompt} `)).toBe(name);
});

test('a typed prompt is not a preset', () => {
  expect(imagePresetOf('On a beach')).toBeUndefined();
  expect(imagePresetOf('')).toBeUndefined();
});
