import { describe, expect, test } from 'vitest';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { type Choices, firstChoices, parseChoices } from './choices.ts';
import { presetNames, presetOf, presets, replacesTypedDescription, sampleOf } from './presets.ts';

const size = { width: 800, height: 800 };
const applyPreset = (name: (typeof presetNames)[number], choices: Choices = firstChoices): Choices => ({
  ...choices,
  ...presets[name].choices,
});

describe.each(presetNames)('the preset %s', (name) => {
  test('can be ordered, and each of its settings has an effect', () => {
    expect(parseChoices(applyPreset(name), { photo: size, guidance: size })).toMatchObject({ faults: [], idle: [] });
  });

  test.each(presetNames)('is recognized if the preset %s was applied before it', (previous) => {
    expect(presetOf(applyPreset(name, applyPreset(previous)))).toBe(name);
  });

  test('has a name and a description', () => {
    expect(texts.photo_edit.preset[name].name).toMatch(/\w/);
    expect(texts.photo_edit.preset[name].does).toMatch(/\w/);
  });

  test('changes only the settings that it contains', () => {
    const choices: Choices = { ...firstChoices, removeText: true, frame: 'custom', width: '900', height: '900', beautifyMode: 'ai-food' };
    expect(applyPreset(name, choices)).toMatchObject({ removeText: true, frame: 'custom', width: '900', beautifyMode: 'ai-food' });
  });
});

test('only the preset that needs a picture of the seller has no sample', () => {
  expect(presetNames.filter((name) => sampleOf(name) === undefined)).toEqual(['picture']);
});

test('the first choices are the transparent preset', () => {
  expect(presetOf(firstChoices)).toBe('transparent');
});

test.each<Partial<Choices>>([{ backgroundColor: '#123456' }, { exportFormat: 'webp' }])(
  'a preset with the changed setting %o is not recognized',
  (changes) => {
    expect(presetOf({ ...applyPreset('white'), ...changes })).toBeUndefined();
  },
);

describe('a typed description', () => {
  const choices: Choices = { ...applyPreset('marble'), backgroundPrompt: 'on the moon' };

  test('is replaced only by presets that contain a description', () => {
    expect(presetNames.filter((name) => replacesTypedDescription(choices, name))).toEqual(['studio', 'marble', 'lifestyle']);
  });

  test.each(['', '  ', presets.studio.choices.backgroundPrompt])('is different from the description %o', (backgroundPrompt) => {
    expect(replacesTypedDescription({ ...choices, backgroundPrompt }, 'marble')).toBe(false);
  });
});
