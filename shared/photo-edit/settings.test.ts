import { describe, expect, test } from 'vitest';
import { photoEditPrices } from './prices.ts';
import { type PhotoEditSetting, type PhotoEditSettings, photoEditSettings, settingsWithoutEffect, sizeOf } from './settings.ts';

const editing = (settings: object): PhotoEditSettings =>
  photoEditSettings.parse({ apiMode: 'image-editing', backgroundPrompt: 'a beach', ...settings });

test('the defaults and the prices have the specified values', () => {
  expect(photoEditSettings.parse({})).toEqual({
    apiMode: 'remove-background',
    backgroundMode: 'remove',
    exportFormat: 'png',
    backgroundColor: '#ffffff',
    backgroundPrompt: '',
    backgroundSeed: 42,
    backgroundGuidanceScale: 0.6,
    addShadows: false,
    removeText: false,
    aiLighting: false,
    aiExpand: false,
    upscaleMode: 'none',
    beautifyMode: 'none',
    beautifySeed: 42,
    expandSeed: 42,
    outputSize: 'auto',
  });
  expect(photoEditPrices).toEqual({ 'remove-background': 2, 'image-editing': 10 });
});

test.each([
  ['#A1b2C3', '#A1b2C3'],
  ['A1b2C3', '#A1b2C3'],
])('the colour %s is accepted', (backgroundColor, expected) => {
  expect(photoEditSettings.parse({ backgroundColor }).backgroundColor).toBe(expected);
});

describe('accepted settings', () => {
  test.each(Array.from({ length: 11 }, (_, step) => step / 10))('a guidance scale of %f is accepted', (backgroundGuidanceScale) => {
    expect(editing({ backgroundGuidanceScale }).backgroundGuidanceScale).toBe(backgroundGuidanceScale);
  });
  test.each(['auto', 'originalImage', 'croppedSubject', '64x64', '8192x3000', '5000x5000'])(
    'the output size %s is accepted',
    (outputSize) => {
      expect(editing({ outputSize }).outputSize).toBe(outputSize);
    },
  );
  test('the seed 0 is accepted', () => {
    expect(editing({ backgroundSeed: 0, beautifySeed: 0, expandSeed: 0 })).toMatchObject({
      backgroundSeed: 0,
      beautifySeed: 0,
      expandSeed: 0,
    });
  });
});

describe('refused settings', () => {
  test.each<[string, object]>([
    ['an unknown mode', { apiMode: 'draw' }],
    ['an unknown background mode', { backgroundMode: 'blur' }],
    ['the format gif', { exportFormat: 'gif' }],
    ['a colour by name', { backgroundColor: 'white' }],
    ['a short colour', { backgroundColor: '#fff' }],
    ['a negative seed', { backgroundSeed: -1 }],
    ['a seed with a fraction', { expandSeed: 1.5 }],
    ['a seed that is too large', { beautifySeed: 2 ** 31 }],
    ['a guidance scale below 0', { backgroundGuidanceScale: -0.1 }],
    ['a guidance scale above 1', { backgroundGuidanceScale: 1.1 }],
    ['a guidance scale between two steps', { backgroundGuidanceScale: 0.55 }],
    ['a side that is too short', { outputSize: '63x100' }],
    ['a side that is too long', { outputSize: '8193x100' }],
    ['too many pixels', { outputSize: '5001x5000' }],
    ['a size with a sign', { outputSize: '-100x100' }],
    ['a generated background without a description', { backgroundMode: 'ai-generated', backgroundPrompt: ' ' }],
    ['a description that is too long', { backgroundPrompt: 'x'.repeat(1001) }],
    ['an unknown setting', { addGlitter: true }],
    ['text in place of a boolean', { addShadows: 'true' }],
  ])('settings with %s are refused', (_, settings) => {
    expect(photoEditSettings.safeParse({ apiMode: 'image-editing', backgroundPrompt: 'a beach', ...settings }).success).toBe(false);
  });
});

describe('settingsWithoutEffect', () => {
  const largePhoto = { width: 5000, height: 4000 };
  test.each<[string, PhotoEditSettings, PhotoEditSetting[]]>([
    ['no setting by default', photoEditSettings.parse({}), []],
    ['no setting if every setting has an effect', editing({ backgroundMode: 'color', addShadows: true, upscaleMode: 'ai-fast' }), []],
    ['the removal of the background for a JPEG', photoEditSettings.parse({ exportFormat: 'jpeg' }), ['backgroundMode']],
    [
      'a guided background if only the background is removed',
      photoEditSettings.parse({ backgroundMode: 'image-guided' }),
      ['backgroundMode'],
    ],
    [
      'the original background if only the background is removed',
      photoEditSettings.parse({ backgroundMode: 'keep-original' }),
      ['backgroundMode'],
    ],
    [
      'every edit setting if only the background is removed',
      photoEditSettings.parse({
        addShadows: true,
        removeText: true,
        aiLighting: true,
        aiExpand: true,
        upscaleMode: 'ai-slow',
        beautifyMode: 'ai-food',
        outputSize: '800x800',
      }),
      ['addShadows', 'removeText', 'aiLighting', 'aiExpand', 'upscaleMode', 'beautifyMode', 'outputSize'],
    ],
    ['the expansion without a larger frame', editing({ backgroundMode: 'keep-original', aiExpand: true }), ['aiExpand']],
    ['the expansion of a cut-out', editing({ aiExpand: true, outputSize: '800x800' }), ['aiExpand']],
    ['a shadow for a photo with its original background', editing({ backgroundMode: 'keep-original', addShadows: true }), ['addShadows']],
    [
      'the size of the cut-out for a photo that is not cut out',
      editing({ backgroundMode: 'keep-original', outputSize: 'croppedSubject' }),
      ['outputSize'],
    ],
    [
      'no setting if a photo is expanded into a larger frame',
      editing({ backgroundMode: 'keep-original', aiExpand: true, outputSize: '800x800' }),
      [],
    ],
  ])('settingsWithoutEffect returns %s', (_, settings, expected) => {
    expect(settingsWithoutEffect(settings)).toEqual(expected);
  });

  test.each<['ai-fast' | 'ai-slow', { width: number; height: number }, boolean]>([
    ['ai-fast', { width: 4000, height: 4000 }, true],
    ['ai-fast', { width: 4001, height: 4000 }, false],
    ['ai-slow', { width: 2048, height: 2048 }, true],
    ['ai-slow', { width: 2049, height: 2048 }, false],
  ])('the upscale mode %s has an effect on a photo of %o: %s', (upscaleMode, photo, canUpscale) => {
    expect(settingsWithoutEffect(editing({ upscaleMode }), photo)).toEqual(canUpscale ? [] : ['upscaleMode']);
    expect(settingsWithoutEffect(editing({ upscaleMode }))).toEqual([]);
  });

  test('settingsWithoutEffect returns no setting for a large photo without upscaling', () => {
    expect(settingsWithoutEffect(editing({}), largePhoto)).toEqual([]);
  });
});

test.each([
  ['800x600', { width: 800, height: 600 }],
  ['auto', undefined],
  ['x600', undefined],
  ['800x', undefined],
  ['800×600', undefined],
])('sizeOf(%s) returns %o', (text, size) => {
  expect(sizeOf(text)).toEqual(size);
});
