/** Measures the effect of prompt words. Each picture is compared with the same picture without these words. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { editPhotoFile } from './edit-photo.ts';
import { type Measures, measure, photoSide, productPhoto, textBox } from './measures.test-support.ts';
import { type Rgb, readPicture, UnreadablePicture } from './picture.ts';
import { readPromptEffects } from './prompt-effects.ts';

const square = { width: photoSide, height: photoSide };
let photo: Buffer;
let originalMeasures: Measures;
beforeAll(async () => {
  photo = await productPhoto();
  originalMeasures = await measure(photo);
});

const editPicture = (prompt: string, size = square, files = [photo]): Promise<Buffer> =>
  editPhotoFile(files, prompt, size, { format: 'png' });
const measureEdit = async (prompt: string): Promise<Measures> => measure(await editPicture(prompt));

test('equal edits of a photo are made once, and an edit with another effect or size is separate', async () => {
  const [first, second, brighter, wide] = await Promise.all([
    editPicture('on sale'),
    editPicture('a new offer'),
    editPicture('Make it brighter'),
    editPicture('on sale', { width: photoSide, height: photoSide / 2 }),
  ]);
  expect(second).toBe(first);
  expect(brighter.equals(first)).toBe(false);
  expect(wide.equals(first)).toBe(false);
});

test('a scene is drawn although the product blocks the loader of SVG drawings in the same process', async () => {
  await import('#lambdas/platform/picture.ts');
  expect((await editPicture('Put it on a wooden table in a kitchen')).equals(await editPicture('Put it on the beach'))).toBe(false);
});

describe('a prompt word has a measurable effect', () => {
  test.each<[string, (result: Measures) => [number, number]]>([
    ['Make it brighter', (result) => [result.brightness, originalMeasures.brightness + 8]],
    ['A darker, moody picture', (result) => [originalMeasures.brightness - 8, result.brightness]],
    ['Warmer light please', (result) => [result.warmth, originalMeasures.warmth + 25]],
    ['Cooler tones', (result) => [originalMeasures.warmth - 25, result.warmth]],
    ['Vivid colours', (result) => [result.saturation, originalMeasures.saturation * 1.3]],
    ['Muted, faded', (result) => [originalMeasures.saturation * 0.7, result.saturation]],
    ['In black and white', (result) => [1, result.saturation]],
    ['A vintage look', (result) => [result.warmth, originalMeasures.warmth + 15]],
    ['Sharper and crisp', (result) => [result.detail, originalMeasures.detail * 1.2]],
    ['Dreamy and blurred', (result) => [originalMeasures.detail * 0.9, result.detail]],
    ['More contrast', (result) => [result.contrast, originalMeasures.contrast * 1.15]],
    ['With a soft shadow', (result) => [originalMeasures.brightness - 1, result.brightness]],
    ['画面更亮', (result) => [result.brightness, originalMeasures.brightness + 8]],
  ])('the prompt "%s" has a measurable effect', async (prompt, largerAndSmaller) => {
    const [larger, smaller] = largerAndSmaller(await measureEdit(prompt));
    expect(larger).toBeGreaterThan(smaller);
  });

  test.each<[string, Rgb]>([
    ['Put it on a white background', [255, 255, 255]],
    ['Remove the background', [255, 255, 255]],
    ['A red background', [206, 48, 52]],
    ['Against a black backdrop', [18, 18, 20]],
    ['去除背景', [255, 255, 255]],
  ])('the prompt "%s" has a measurable effect', async (prompt, colour) => {
    const { border } = await measureEdit(prompt);
    for (const [channel, value] of colour.entries()) expect(Math.abs(border[channel]! - value)).toBeLessThan(3);
  });

  test('the product and its colours do not change', async () => {
    const middle = await measure(await editPicture('Put it on a white background'), { left: 180, top: 180, width: 40, height: 40 });
    expect(middle.brightness).toBeLessThan(150);
    expect(middle.warmth).toBeGreaterThan(40);
  });

  test('different places have different backgrounds: a beach, a forest, a street at night, a wooden table', async () => {
    const borders = await Promise.all(
      ['On a sandy beach', 'In a forest', 'In a street at night', 'On a wooden table'].map(
        async (prompt) => (await measureEdit(prompt)).border,
      ),
    );
    for (const [index, border] of borders.entries()) {
      for (const otherBorder of borders.slice(index + 1))
        expect(Math.hypot(...border.map((value, channel) => value - otherBorder[channel]!))).toBeGreaterThan(25);
    }
  });

  test('"Remove the text" removes the text and keeps the product', async () => {
    const photoWithText = await productPhoto({ hasText: true });
    const cleaned = await editPicture('Remove the text', square, [photoWithText]);
    expect((await measure(photoWithText, textBox)).detail).toBeGreaterThan(40);
    expect((await measure(cleaned, textBox)).detail).toBeLessThan(8);
    const product = { left: 150, top: 150, width: 100, height: 100 };
    expect((await measure(cleaned, product)).detail).toBeGreaterThan((await measure(photoWithText, product)).detail * 0.8);
  });
});

test('a prompt without known words also changes the picture', async () => {
  const result = await measureEdit('Do something nice');
  expect(result.brightness).toBeGreaterThan(originalMeasures.brightness + 1);
});

test('the same prompt returns the same picture, and another prompt returns another picture', async () => {
  const [first, second, different] = [
    await editPicture('On a beach'),
    await editPicture('On a beach'),
    await editPicture('On a sunny beach'),
  ];
  expect(first.equals(second)).toBe(true);
  expect(first.equals(different)).toBe(false);
});

test.each([
  [300, 400],
  [400, 300],
  [700, 300],
])('the result fills a frame of %i × %i and shows the whole product', async (width, height) => {
  const result = await measure(await editPicture('', { width, height }));
  expect(result).toMatchObject({ width, height, transparentShare: 0 });
  expect(result.contrast).toBeGreaterThan(10);
});

describe('with a before/after example', () => {
  const plainImage = (background: string) => sharp({ create: { ...square, channels: 3, background } }).png();
  const pictureOnBackground = async (background: string, product: string) =>
    plainImage(background)
      .composite([
        {
          input: await sharp({ create: { width: 150, height: 150, channels: 3, background: product } })
            .png()
            .toBuffer(),
        },
      ])
      .toBuffer();

  test('the photo gets the background of the after picture', async () => {
    const files = [photo, await pictureOnBackground('#604020', '#902020'), await pictureOnBackground('#fafafa', '#902020')];
    const { border } = await measure(await editPicture('Do the same', square, files));
    for (const value of border) expect(Math.abs(value - 250)).toBeLessThan(4);
  });

  test('the photo gets the light of the after picture', async () => {
    const files = [photo, await pictureOnBackground('#808080', '#404040'), await pictureOnBackground('#808080', '#606060')];
    expect((await measure(await editPicture('Do the same', square, files))).brightness).toBeGreaterThan(
      (await measure(await editPicture('Do the same'))).brightness + 10,
    );
  });
});

test.each([
  ['a text', Buffer.from('no picture')],
  ['an empty file', Buffer.alloc(0)],
])('readPicture rejects %s as unreadable', async (_, file) => {
  await expect(readPicture(file)).rejects.toBeInstanceOf(UnreadablePicture);
});

describe('a word has an effect only with the right meaning:', () => {
  test.each([
    ['a bright red background', 'brighter'],
    ['lightweight shoes', 'brighter'],
    ['the boldface watch', 'contrast'],
  ] as const)('the prompt "%s" does not ask for %s', (prompt, change) => {
    expect(readPromptEffects(prompt)[change]).toBe(false);
  });
  test('a place has an effect only with a verb that puts the product there', () => {
    expect(readPromptEffects('polish the marble').background).toBeUndefined();
    expect(readPromptEffects('place it on marble').background).toEqual({ scene: 'place it on marble' });
  });
});
