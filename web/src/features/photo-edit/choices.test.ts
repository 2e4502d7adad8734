import { describe, expect, test } from 'vitest';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { type Choices, choicesOf, type Fault, firstChoices, readChoices } from './choices.ts';

const photo = { width: 800, height: 600 };
const guidance = { width: 100, height: 100 };
const editing: Choices = { ...firstChoices, apiMode: 'image-editing' };
const read = (choices: Partial<Choices>, pictures: Parameters<typeof readChoices>[1] = { photo, guidance }) =>
  readChoices({ ...editing, ...choices }, pictures);

test('the first choices are the default settings, and only the photo is missing', () => {
  expect(readChoices(firstChoices, {})).toEqual({ settings: photoEditSettings.parse({}), faults: ['photo'], idle: [] });
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

describe('each choice becomes a setting of the order', () => {
  test.each(valid)('%o', (choices, settings) => {
    const found = read(choices);
    expect(found).toMatchObject({ settings, faults: [] });
    expect(photoEditSettings.parse(found.settings)).toEqual(found.settings);
  });

  test.each(valid)('the choices of an order make the same settings again: %o', (choices) => {
    const { settings } = read(choices);
    expect(readChoices(choicesOf(settings), { photo, guidance }).settings).toEqual(settings);
  });
});

describe('settings that the other choices hide', () => {
  test('have their default values if a background is removed', () => {
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
    expect(readChoices(choices, { photo })).toEqual({ settings: photoEditSettings.parse({}), faults: [], idle: [] });
  });

  test.each<Partial<Choices>>([
    { backgroundMode: 'color', backgroundPrompt: 'x'.repeat(2000), backgroundSeed: '' },
    { backgroundColor: '#123456', beautifySeed: 'x', expandSeed: '-1', width: '1' },
  ])('have no faults: %o', (choices) => {
    expect(read(choices, { photo }).faults).toEqual([]);
  });
});

describe('a fault is', () => {
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
  ])('%o', (choices, fault) => {
    const found = read(choices);
    expect(found.faults).toEqual([fault]);
    expect(photoEditSettings.shape.outputSize.safeParse(found.settings.outputSize).success).toBe(true);
  });

  test('a guided background without its picture', () => {
    expect(read({ backgroundMode: 'image-guided' }, { photo }).faults).toEqual(['guidance']);
  });
});

test('settings without effect are listed', () => {
  expect(read({ exportFormat: 'jpeg', aiExpand: true }).idle).toEqual(['backgroundMode', 'aiExpand']);
  expect(read({ upscaleMode: 'ai-slow' }, { photo: { width: 3000, height: 2000 } }).idle).toEqual(['upscaleMode']);
});
