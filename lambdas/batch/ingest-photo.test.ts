/** Tests the ingestion of each kind of upload. Each test compares the pixels of the result. */
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { testFiles } from './bad-files.test-support.ts';
import { decode } from './ingest-photo.ts';

type Colour = [number, number, number];
const red: Colour = [204, 40, 40];
/** A colour within the CMYK gamut. */
const teal: Colour = [60, 120, 130];
const white: Colour = [255, 255, 255];

const side = 128;
/** Returns a picture that is red at the top left and teal in all other places. So every rotation or mirroring is visible. */
async function markedPicture(width = 2 * side, height = side): Promise<Buffer> {
  const corner = { create: { width: width / 2, height: height / 2, channels: 3 as const, background: colour(red) } };
  return sharp({ create: { width, height, channels: 3, background: colour(teal) } })
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
}
const colour = ([r, g, b]: Colour) => ({ r, g, b });

/** Returns the colour in the middle of each quarter: top left, top right, bottom left, bottom right. */
async function quartersOf(jpeg: Buffer): Promise<Colour[]> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ].map(([x = 0, y = 0]) => {
    const offset = 3 * (Math.floor((y * info.height) / 4) * info.width + Math.floor((x * info.width) / 4));
    return [data[offset], data[offset + 1], data[offset + 2]] as Colour;
  });
}

async function expectQuarters(jpeg: Buffer, expected: Colour[], tolerance = 6): Promise<void> {
  const quarters = await quartersOf(jpeg);
  const distances = quarters.flatMap((quarter, n) => quarter.map((value, c) => Math.abs(value - (expected[n]?.[c] ?? Number.NaN))));
  expect(Math.max(...distances), JSON.stringify(quarters)).toBeLessThanOrEqual(tolerance);
}

const markedUpright = [red, teal, teal, teal];

describe('a photo', () => {
  test.each<[string, () => Promise<Buffer>, string[]]>([
    [
      'JPEG',
      async () =>
        sharp(await markedPicture())
          .jpeg({ quality: 95 })
          .toBuffer(),
      [],
    ],
    ['PNG', markedPicture, []],
    [
      'WebP',
      async () =>
        sharp(await markedPicture())
          .webp({ lossless: true })
          .toBuffer(),
      [],
    ],
    [
      'GIF',
      async () =>
        sharp(await markedPicture())
          .gif()
          .toBuffer(),
      ['still_from_gif'],
    ],
    [
      'AVIF',
      async () =>
        sharp(await markedPicture())
          .avif({ quality: 90, chromaSubsampling: '4:4:4' })
          .toBuffer(),
      ['still_from_avif'],
    ],
    [
      'PNG with 16 bits',
      async () =>
        sharp(await markedPicture())
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
      [],
    ],
    [
      'PNG with a palette',
      async () =>
        sharp(await markedPicture())
          .png({ palette: true })
          .toBuffer(),
      [],
    ],
    ['JPEG in CMYK with a profile', async () => cmykPhoto((image) => image.withIccProfile('cmyk')), []],
    ['JPEG in CMYK without a profile', async () => cmykPhoto((image) => image), []],
    [
      'JPEG in Display P3',
      async () =>
        sharp(await markedPicture())
          .withIccProfile('p3')
          .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
          .toBuffer(),
      [],
    ],
  ])('a photo that is stored as %s has the same colours after the ingestion', async (name, make, notes) => {
    const photo = await decode(await make());
    expect(photo).toMatchObject({ size: { width: 2 * side, height: side }, notes });
    expect(await sharp(photo.jpeg).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb', depth: 'uchar', chromaSubsampling: '4:4:4' });
    // CMYK needs a larger tolerance, because sharp converts the colours twice when it writes the file. A wrong conversion causes a much
    // larger difference.
    await expectQuarters(photo.jpeg, markedUpright, name.includes('CMYK') ? 24 : 6);
  });

  async function cmykPhoto(setProfile: (image: Sharp) => Sharp): Promise<Buffer> {
    return setProfile(sharp(await markedPicture()))
      .toColourspace('cmyk')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
  }

  // Each function makes the stored picture from the upright picture, so it rotates and mirrors in the opposite direction. The calls can
  // have any order, because sharp always mirrors before it rotates.
  test.each<[number, (upright: Sharp) => Sharp]>([
    [1, (upright) => upright],
    [2, (upright) => upright.flop()],
    [3, (upright) => upright.rotate(180)],
    [4, (upright) => upright.flip()],
    [5, (upright) => upright.flop().rotate(270)],
    [6, (upright) => upright.rotate(270)],
    [7, (upright) => upright.flop().rotate(90)],
    [8, (upright) => upright.rotate(90)],
  ])('a photo with the camera orientation %i becomes upright', async (orientation, storedFrom) => {
    const storedPixels = await storedFrom(sharp(await markedPicture()))
      .png()
      .toBuffer();
    const photo = await decode(
      await sharp(storedPixels).withMetadata({ orientation }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
    );
    expect(photo.size).toEqual({ width: 2 * side, height: side });
    const { width, height, orientation: remainingOrientation } = await sharp(photo.jpeg).metadata();
    expect({ width, height, remainingOrientation }).toEqual({ ...photo.size, remainingOrientation: undefined });
    await expectQuarters(photo.jpeg, markedUpright);
  });

  test('a grey photo becomes a picture with three equal channels', async () => {
    const grey = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#808080' } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    await expectQuarters((await decode(grey)).jpeg, Array(4).fill([128, 128, 128]), 2);
    const grey16 = await sharp(grey).toColourspace('grey16').png().toBuffer();
    await expectQuarters((await decode(grey16)).jpeg, Array(4).fill([128, 128, 128]), 2);
  });

  test.each<[string, (image: Sharp) => Sharp]>([
    ['a palette', (image) => image.png({ palette: true })],
    ['16 bits', (image) => image.toColourspace('rgb16').png()],
    ['WebP', (image) => image.webp({ lossless: true })],
    ['GIF', (image) => image.gif()],
  ])('a transparent photo gets a white background: %s', async (_, convert) => {
    const image = sharp({ create: { width: 2 * side, height: side, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).composite([
      { input: { create: { width: side, height: side / 2, channels: 4, background: { ...colour(red), alpha: 1 } } }, left: 0, top: 0 },
    ]);
    const { jpeg } = await decode(await convert(sharp(await image.png().toBuffer())).toBuffer());
    await expectQuarters(jpeg, [red, white, white, white]);
  });

  test('an animated photo is reduced to its first frame', async () => {
    const frame = (background: Colour) =>
      sharp({ create: { width: 100, height: 80, channels: 3, background: colour(background) } })
        .png()
        .toBuffer();
    const frames = await Promise.all([red, teal, white].map(frame));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(3);
    const photo = await decode(gif);
    expect(photo).toMatchObject({ size: { width: 100, height: 80 }, notes: ['still_from_gif'] });
    await expectQuarters(photo.jpeg, [red, red, red, red]);
  });

  test('a photo that is too large for vendors is scaled down, and its original size is returned', async () => {
    const large = await sharp({ create: { width: 6000, height: 3000, channels: 3, background: colour(red) } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const photo = await decode(large);
    expect(photo.size).toEqual({ width: 3000, height: 6000 });
    expect(await sharp(photo.jpeg).metadata()).toMatchObject({ width: 1920, height: 3840 });
  });

  test('a photo has no metadata after the ingestion', async () => {
    const file = await sharp(await markedPicture())
      .withExif({ IFD0: { Copyright: 'secret', ImageDescription: 'my home' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .jpeg()
      .toBuffer();
    const { exif, xmp, icc } = await sharp((await decode(file)).jpeg).metadata();
    expect({ exif, xmp, icc }).toEqual({ exif: undefined, xmp: undefined, icc: undefined });
  });
});

describe('a bad file', () => {
  test.each(testFiles)('the file $name has the expected outcome', async ({ make, outcome }) => {
    const file = await make();
    if ('refusal' in outcome) {
      await expect(decode(file)).rejects.toMatchObject({ code: outcome.refusal });
      return;
    }
    const { jpeg, size } = await decode(file);
    expect(size).toEqual(outcome.size);
    const { format, width = 0, height = 0 } = await sharp(jpeg).metadata();
    expect({ format, ratio: width / height }).toEqual({ format: 'jpeg', ratio: size.width / size.height });
  });
});

describe('the ingestion rejects', () => {
  const blankImage = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } });
  test.each<[string, () => Promise<Buffer>, string]>([
    ['a TIFF', () => blankImage(100, 100).tiff().toBuffer(), 'ImageTypeUnsupported'],
    ['a GIF of 63 pixels', () => blankImage(63, 100).gif().toBuffer(), 'ImageDimensions'],
    ['a PNG of 8193 pixels', () => blankImage(64, 8193).png().toBuffer(), 'ImageDimensions'],
    [
      'half an AVIF',
      async () =>
        (
          await sharp(await markedPicture())
            .avif()
            .toBuffer()
        ).subarray(0, 400),
      'ImageUnreadable',
    ],
    [
      'half a GIF',
      async () =>
        (
          await sharp(await noise())
            .gif()
            .toBuffer()
        ).subarray(0, 2000),
      'ImageUnreadable',
    ],
    ['the first bytes of a GIF', async () => Buffer.from('GIF89a'), 'ImageUnreadable'],
  ])('the ingestion rejects %s', async (_, make, code) => {
    await expect(decode(await make())).rejects.toMatchObject({ code });
  });

  const noise = () =>
    sharp({ create: { width: 200, height: 200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
      .png()
      .toBuffer();
});
