import { describe, expect, test } from 'vitest';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { type Choices, choicesOf, type Fault, firstChoices, needsOnlyRemoval, parseChoices } from './choices.ts';

const photo = { width: 800, height: 600 };
const guidance = { width: 100, height: 100 };
const editing: Choices = { ...firstChoices, apiMode: 'image-editing' };
const parse = (choices: Partial<Choices>, pictures: Parameters<typeof parseChoices>[1] = { photo, guidance }) =>
  parseChoices({ ...editing, ...choices }, pictures);

test('the first choices lead to the default settings, and only the photo is missing', () => {
  expect(parseChoices(firstChoices, {})).toEqual({ settings: photoEditSettings.parse({}), faults: ['photo'], idle: [] });
});

const valid: [Partial<Choices>, object][] = [
  [{ backgroundMode: 'color', backgroundColor: '#102030' }, { backgroundColor: '#102030' }],
  [
    { backgroundMode: 'ai-generated', backgroundPrompt: ' a beach ', backgroundSeed: '0' },
    { backgroundPrompt: 'a beach', backgroundSeed: 0 },
  ],
  [
    { backgroundMode: 'image-guided', backgroundGuidanceScale: 0 },
    { backgroundGuidanceScale: 0, backgroundPrompt: '' },
  ],
  [
    { addShadows: true, removeText: true, aiLighting: true },
    { addShadows: true, removeText: true, aiLighting: true },
  ],
  [
    { backgroundMode: 'keep-original', aiExpand: true, expandSeed: '7', frame: 'custom', width: '900', height: ' 400' },
    { aiExpand: true, expandSeed: 7, outputSize: '900x400' },
  ],
  [
    { upscaleMode: 'ai-slow', beautifyMode: 'ai-food', beautifySeed: '2147483647' },
    { upscaleMode: 'ai-slow', beautifySeed: 2147483647 },
  ],
  [
    { frame: 'croppedSubject', exportFormat: 'webp' },
    { outputSize: 'croppedSubject', exportFormat: 'webp' },
  ],
];

describe('the settings of an order', () => {
  test.each(valid)('the settings of an order are the expected settings for the choices %o', (choices, settings) => {
    const parsed = parse(choices);
    expect(parsed).toMatchObject({ settings, faults: [] });
    expect(photoEditSettings.parse(parsed.settings)).toEqual(parsed.settings);
  });

  test.each(valid)('the settings can be converted to choices and back: %o', (choices) => {
    const { settings } = parse(choices);
    expect(parseChoices(choicesOf(settings), { photo, guidance }).settings).toEqual(settings);
  });
});

describe('settings that are hidden by other choices', () => {
  test('hidden settings have their default values if a background is removed', () => {
    const choices: Choices = {
      ...editing,
      apiMode: 'remove-background',
      backgroundMode: 'ai-generated',
      backgroundPrompt: 'a beach',
      backgroundSeed: 'none',
      addShadows: true,
      beautifyMode: 'ai-food',
      beautifySeed: '',
      frame: 'custom',
    };
    expect(parseChoices(choices, { photo })).toEqual({ settings: photoEditSettings.parse({}), faults: [], idle: [] });
  });

  test.each<Partial<Choices>>([
    { backgroundMode: 'color', backgroundPrompt: 'x'.repeat(2000), backgroundSeed: '' },
    { backgroundColor: '#123456', beautifySeed: 'x', expandSeed: '-1', width: '1' },
  ])('hidden settings have no faults: %o', (choices) => {
    expect(parse(choices, { photo }).faults).toEqual([]);
  });
});

describe('invalid choices', () => {
  test.each<[Partial<Choices>, Fault]>([
    [{ backgroundMode: 'ai-generated', backgroundPrompt: '  ' }, 'prompt'],
    [{ backgroundMode: 'ai-generated', backgroundPrompt: 'x'.repeat(1001) }, 'prompt_long'],
    [{ backgroundMode: 'image-guided', backgroundSeed: '' }, 'seed'],
    [{ backgroundMode: 'image-guided', backgroundSeed: '1.5' }, 'seed'],
    [{ backgroundMode: 'image-guided', backgroundSeed: '2147483648' }, 'seed'],
    [{ beautifyMode: 'ai-auto', beautifySeed: '-1' }, 'seed'],
    [{ frame: 'custom' }, 'size'],
    [{ frame: 'custom', width: '63', height: '400' }, 'size'],
    [{ frame: 'custom', width: '8192', height: '8192' }, 'size'],
  ])('the choices %o have the fault %s', (choices, fault) => {
    const parsed = parse(choices);
    expect(parsed.faults).toEqual([fault]);
    expect(photoEditSettings.shape.outputSize.safeParse(parsed.settings.outputSize).success).toBe(true);
  });

  test('if a guided background has no picture, the choices have the fault guidance', () => {
    expect(parse({ backgroundMode: 'image-guided' }, { photo }).faults).toEqual(['guidance']);
  });
});

describe('a background removal makes the same picture', () => {
  test.each<[Partial<Choices>, boolean]>([
    [{}, true],
    [{ backgroundMode: 'color', backgroundColor: '#102030', exportFormat: 'webp' }, true],
    [{ apiMode: 'remove-background' }, false],
    [{ addShadows: true }, false],
    [{ removeText: true }, false],
    [{ upscaleMode: 'ai-fast' }, false],
    [{ beautifyMode: 'ai-food' }, false],
    [{ frame: 'croppedSubject' }, false],
    [{ frame: 'custom', width: '900', height: '' }, false],
    [{ backgroundMode: 'keep-original' }, false],
    [{ backgroundMode: 'image-guided' }, false],
    [{ backgroundMode: 'ai-generated', backgroundPrompt: 'a beach' }, false],
  ])('a background removal makes the same picture as the edit %o: %s', (choices, isSamePicture) => {
    expect(needsOnlyRemoval({ ...editing, ...choices })).toBe(isSamePicture);
  });
});

test('the settings that have no effect are listed', () => {
  expect(parse({ exportFormat: 'jpeg', aiExpand: true }).idle).toEqual(['backgroundMode', 'aiExpand']);
  expect(parse({ upscaleMode: 'ai-slow' }, { photo: { width: 3000, height: 2000 } }).idle).toEqual(['upscaleMode']);
});
