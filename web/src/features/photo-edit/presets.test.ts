import { describe, expect, test } from 'vitest';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { type Choices, firstChoices, needsOnlyRemoval, parseChoices } from './choices.ts';
import { choicesForMode, presetNames, presetOf, presets, replacesTypedDescription, sampleOf, similarPresetOf } from './presets.ts';

const size = { width: 800, height: 800 };
const applyPreset = (name: (typeof presetNames)[number], choices: Choices = firstChoices): Choices => ({
  ...choices,
  ...presets[name].choices,
});

describe.each(presetNames)('the preset %s', (name) => {
  test('the preset can be ordered, and each of its settings has an effect', () => {
    expect(parseChoices(applyPreset(name), { photo: size, guidance: size })).toMatchObject({ faults: [], idle: [] });
  });

  test.each(presetNames)('the preset is recognized if the preset %s was applied before it', (previous) => {
    expect(presetOf(applyPreset(name, applyPreset(previous)))).toBe(name);
  });

  test('the preset has a name and a description', () => {
    expect(texts.photo_edit.preset[name].name).toMatch(/\w/);
    expect(texts.photo_edit.preset[name].does).toMatch(/\w/);
  });

  test('a preset changes only the settings that it contains', () => {
    const choices: Choices = { ...firstChoices, removeText: true, frame: 'custom', width: '900', height: '900', beautifyMode: 'ai-food' };
    expect(applyPreset(name, choices)).toMatchObject({ removeText: true, frame: 'custom', width: '900', beautifyMode: 'ai-food' });
  });
});

test('only the preset that needs a picture of the seller has no sample', () => {
  expect(presetNames.filter((name) => sampleOf(name) === undefined)).toEqual(['picture']);
});

test('the page starts with the choices of the transparent preset', () => {
  expect(presetOf(firstChoices)).toBe('transparent');
});

test.each<Partial<Choices>>([{ backgroundColor: '#123456' }, { exportFormat: 'webp' }])(
  'a preset with the changed setting %o is not recognized',
  (changes) => {
    expect(presetOf({ ...applyPreset('white'), ...changes })).toBeUndefined();
  },
);

describe('a change between removal and edit', () => {
  const changeMode = (choices: Choices, apiMode: Choices['apiMode']): Choices => ({ ...choices, ...choicesForMode(choices, apiMode) });
  const edit = changeMode(firstChoices, 'image-editing');

  test('if the seller has chosen nothing, a change to an edit applies a preset that only an edit can make', () => {
    expect(presetOf(edit)).toBe('shadow');
    expect(needsOnlyRemoval(edit)).toBe(false);
  });

  test('a change to an edit keeps the choices of the seller', () => {
    const choices: Choices = { ...firstChoices, exportFormat: 'webp' };
    expect(changeMode(choices, 'image-editing')).toEqual({ ...choices, apiMode: 'image-editing' });
  });

  test('a change to a removal restores the first choices if the edit was not changed', () => {
    expect(changeMode(edit, 'remove-background')).toEqual(firstChoices);
  });

  test('a change to a removal makes a transparent picture if a removal does not support the chosen background', () => {
    const choices = changeMode(applyPreset('marble', edit), 'remove-background');
    expect(presetOf(choices)).toBe('transparent');
    expect(presetOf(changeMode(choices, 'image-editing'))).toBe('marble');
  });

  test('a change to a removal keeps JPEG if the background has a color', () => {
    const choices = changeMode({ ...applyPreset('shadow'), removeText: true }, 'remove-background');
    expect(presetOf(choices)).toBe('white');
  });
});

test.each<[Partial<Choices>, string]>([
  [{}, 'transparent'],
  [{ apiMode: 'image-editing' }, 'transparent'],
  [{ backgroundMode: 'color', backgroundColor: '#123456' }, 'white'],
  [{ apiMode: 'image-editing', backgroundMode: 'ai-generated', backgroundPrompt: 'on the moon' }, 'studio'],
  [{ apiMode: 'image-editing', backgroundMode: 'keep-original' }, 'original'],
])('the choices %o are similar to the preset %s', (changes, name) => {
  expect(similarPresetOf({ ...firstChoices, ...changes })).toBe(name);
});

describe('a typed description', () => {
  const choices: Choices = { ...applyPreset('marble'), backgroundPrompt: 'on the moon' };

  test('only presets that contain a description replace a typed description', () => {
    expect(presetNames.filter((name) => replacesTypedDescription(choices, name))).toEqual(['studio', 'marble', 'lifestyle']);
  });

  test.each(['', '  ', presets.studio.choices.backgroundPrompt])(
    'a typed description is different from the description %o',
    (backgroundPrompt) => {
      expect(replacesTypedDescription({ ...choices, backgroundPrompt }, 'marble')).toBe(false);
    },
  );
});
