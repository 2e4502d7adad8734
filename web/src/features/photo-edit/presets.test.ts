import { describe, expect, test } from 'vitest';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { type Choices, firstChoices, readChoices } from './choices.ts';
import { presetNames, presetOf, presets, replacesTyped, sampleOf } from './presets.ts';

const size = { width: 800, height: 800 };
const applied = (name: (typeof presetNames)[number], before: Choices = firstChoices): Choices => ({ ...before, ...presets[name].choices });

describe.each(presetNames)('the preset %s', (name) => {
  test('can be ordered, and each of its settings has an effect', () => {
    expect(readChoices(applied(name), { photo: size, guidance: size })).toMatchObject({ faults: [], idle: [] });
  });

  test.each(presetNames)('is recognized after it was applied to %s', (before) => {
    expect(presetOf(applied(name, applied(before)))).toBe(name);
  });

  test('has a name and a description', () => {
    expect(texts.photo_edit.preset[name].name).toMatch(/\w/);
    expect(texts.photo_edit.preset[name].does).toMatch(/\w/);
  });

  test('keeps the settings that it does not name', () => {
    const before: Choices = { ...firstChoices, removeText: true, frame: 'custom', width: '900', height: '900', beautifyMode: 'ai-food' };
    expect(applied(name, before)).toMatchObject({ removeText: true, frame: 'custom', width: '900', beautifyMode: 'ai-food' });
  });
});

test('only the preset with a picture of the seller has no sample', () => {
  expect(presetNames.filter((name) => sampleOf(name) === undefined)).toEqual(['picture']);
});

test('the first choices are the transparent preset', () => {
  expect(presetOf(firstChoices)).toBe('transparent');
});

test.each<Partial<Choices>>([{ backgroundColor: '#123456' }, { exportFormat: 'webp' }])('a changed setting is no preset: %o', (changed) => {
  expect(presetOf({ ...applied('white'), ...changed })).toBeUndefined();
});

describe('a typed description', () => {
  const typed: Choices = { ...applied('marble'), backgroundPrompt: 'on the moon' };

  test('is replaced by presets with a description only', () => {
    expect(presetNames.filter((name) => replacesTyped(typed, name))).toEqual(['studio', 'marble', 'lifestyle']);
  });

  test.each(['', '  ', presets.studio.choices.backgroundPrompt])('is missing in %o', (backgroundPrompt) => {
    expect(replacesTyped({ ...typed, backgroundPrompt }, 'marble')).toBe(false);
  });
});
