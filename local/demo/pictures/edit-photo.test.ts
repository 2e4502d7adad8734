/** Measures the effect of prompt words. Each picture is compared with the same picture without these words. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { editPhoto } from './edit-photo.ts';
import { type Measures, measure, photoSide, productPhoto, textBox } from './measures.test-support.ts';
import { encode, type Rgb, readPicture, UnreadablePicture } from './picture.ts';
import { wishesIn } from './wishes.ts';

const square = { width: photoSide, height: photoSide };
let photo: Buffer;
let before: Measures;
beforeAll(async () => {
  photo = await productPhoto();
  before = await measure(photo);
});

const edited = async (prompt: string, size = square, files = [photo]): Promise<Buffer> =>
  encode(await editPhoto(files, prompt, size), 'png');
const measuredAfter = async (prompt: string): Promise<Measures> => measure(await edited(prompt));

describe('a prompt word has a measurable effect', () => {
  test.each<[string, (found: Measures) => [number, number]]>([
    ['Make it brighter', (found) => [found.brightness, before.brightness + 8]],
    ['A darker, moody picture', (found) => [before.brightness - 8, found.brightness]],
    ['Warmer light please', (found) => [found.warmth, before.warmth + 25]],
    ['Cooler tones', (found) => [before.warmth - 25, found.warmth]],
    ['Vivid colours', (found) => [found.saturation, before.saturation * 1.3]],
    ['Muted, faded', (found) => [before.saturation * 0.7, found.saturation]],
    ['In black and white', (found) => [1, found.saturation]],
    ['A vintage look', (found) => [found.warmth, before.warmth + 15]],
    ['Sharper and crisp', (found) => [found.detail, before.detail * 1.2]],
    ['Dreamy and blurred', (found) => [before.detail * 0.9, found.detail]],
    ['More contrast', (found) => [found.contrast, before.contrast * 1.15]],
    ['With a soft shadow', (found) => [before.brightness - 1, found.brightness]],
    ['画面更亮', (found) => [found.brightness, before.brightness + 8]],
  ])('%s', async (prompt, sides) => {
    const [larger, smaller] = sides(await measuredAfter(prompt));
    expect(larger).toBeGreaterThan(smaller);
  });

  test.each<[string, Rgb]>([
    ['Put it on a white background', [255, 255, 255]],
    ['Remove the background', [255, 255, 255]],
    ['A red background', [206, 48, 52]],
    ['Against a black backdrop', [18, 18, 20]],
    ['去除背景', [255, 255, 255]],
  ])('%s', async (prompt, colour) => {
    const { border } = await measuredAfter(prompt);
    for (const [channel, value] of colour.entries()) expect(Math.abs(border[channel]! - value)).toBeLessThan(3);
  });

  test('keeps the product and its own colours', async () => {
    const middle = await measure(await edited('Put it on a white background'), { left: 180, top: 180, width: 40, height: 40 });
    expect(middle.brightness).toBeLessThan(150);
    expect(middle.warmth).toBeGreaterThan(40);
  });

  test('generates different backgrounds: a beach, a forest, a night, a wooden table', async () => {
    const borders = await Promise.all(
      ['On a sandy beach', 'In a forest', 'In a street at night', 'On a wooden table'].map(
        async (prompt) => (await measuredAfter(prompt)).border,
      ),
    );
    for (const [index, one] of borders.entries()) {
      for (const other of borders.slice(index + 1))
        expect(Math.hypot(...one.map((value, channel) => value - other[channel]!))).toBeGreaterThan(25);
    }
  });

  test('Remove the text: removes the text, keeps the product', async () => {
    const photoWithText = await productPhoto({ hasText: true });
    const cleaned = await edited('Remove the text', square, [photoWithText]);
    expect((await measure(photoWithText, textBox)).detail).toBeGreaterThan(40);
    expect((await measure(cleaned, textBox)).detail).toBeLessThan(8);
    const product = { left: 150, top: 150, width: 100, height: 100 };
    expect((await measure(cleaned, product)).detail).toBeGreaterThan((await measure(photoWithText, product)).detail * 0.8);
  });
});

test('changes the picture even if it knows no word of the prompt', async () => {
  const found = await measuredAfter('Do something nice');
  expect(found.brightness).toBeGreaterThan(before.brightness + 1);
});

test('generates the same picture for the same words, and another picture for other words', async () => {
  const [first, second, other] = [await edited('On a beach'), await edited('On a beach'), await edited('On a sunny beach')];
  expect(first.equals(second)).toBe(true);
  expect(first.equals(other)).toBe(false);
});

test.each([
  [300, 400],
  [400, 300],
  [700, 300],
])('fills a frame of %i × %i, and shows the whole product', async (width, height) => {
  const found = await measure(await edited('', { width, height }));
  expect(found).toMatchObject({ width, height, transparentShare: 0 });
  expect(found.contrast).toBeGreaterThan(10);
});

describe('with an example of before and after', () => {
  const plain = (background: string) => sharp({ create: { ...square, channels: 3, background } }).png();
  const onGround = async (background: string, product: string) =>
    plain(background)
      .composite([
        {
          input: await sharp({ create: { width: 150, height: 150, channels: 3, background: product } })
            .png()
            .toBuffer(),
        },
      ])
      .toBuffer();

  test('the photo gets the background of the after picture', async () => {
    const files = [photo, await onGround('#604020', '#902020'), await onGround('#fafafa', '#902020')];
    const { border } = await measure(await edited('Do the same', square, files));
    for (const value of border) expect(Math.abs(value - 250)).toBeLessThan(4);
  });

  test('the photo gets the light of the after picture', async () => {
    const files = [photo, await onGround('#808080', '#404040'), await onGround('#808080', '#606060')];
    expect((await measure(await edited('Do the same', square, files))).brightness).toBeGreaterThan(
      (await measure(await edited('Do the same'))).brightness + 10,
    );
  });
});

test.each([
  ['a text', Buffer.from('no picture')],
  ['nothing', Buffer.alloc(0)],
])('rejects %s as unreadable', async (_, file) => {
  await expect(readPicture(file)).rejects.toBeInstanceOf(UnreadablePicture);
});

describe('a word has an effect only with the relevant meaning', () => {
  test.each([
    ['a bright red background', 'brighter'],
    ['lightweight shoes', 'brighter'],
    ['the boldface watch', 'contrast'],
  ] as const)('"%s" does not ask for %s', (prompt, change) => {
    expect(wishesIn(prompt)[change]).toBe(false);
  });
  test('a place needs a word that puts the product there', () => {
    expect(wishesIn('polish the marble').background).toBeUndefined();
    expect(wishesIn('place it on marble').background).toEqual({ scene: 'place it on marble' });
  });
});
