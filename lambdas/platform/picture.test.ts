import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openPicture, smallJpeg } from './picture.ts';

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c9a38b' } });

const smallCopy = (bytes: Buffer) => smallJpeg(bytes, { sideMax: 2048 });

describe('the copy for a vendor', () => {
  test.each([
    ['has the same size as the photo if the photo is small', 900, 1200, { width: 900, height: 1200 }],
    ['has a long side of 2048 pixels for a larger photo', 4096, 2048, { width: 2048, height: 1024 }],
    ['has sides of 2048 pixels for the largest photo', 8192, 8192, { width: 2048, height: 2048 }],
  ])('the copy for a vendor %s', async (_, width, height, size) => {
    const copy = await smallCopy(await picture(width, height).jpeg().toBuffer());
    expect(await sharp(copy).metadata()).toMatchObject({ format: 'jpeg', ...size });
  });

  test('the copy for a vendor is upright and contains no metadata of the photo', async () => {
    const rotated = await picture(300, 200)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { width, height, orientation, exif } = await sharp(await smallCopy(rotated)).metadata();
    expect({ width, height, orientation, exif }).toEqual({ width: 200, height: 300, orientation: undefined, exif: undefined });
  });

  test('the copy for a vendor has white instead of transparent pixels', async () => {
    const transparent = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { data } = await sharp(await smallCopy(transparent))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test.each<[string, () => Promise<Buffer>, string]>([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'ImageTypeUnsupported'],
    ['an empty file', async () => Buffer.alloc(0), 'ImageTypeUnsupported'],
    ['a TIFF', () => picture(100, 100).tiff().toBuffer(), 'ImageTypeUnsupported'],
    ['a truncated photo', async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 2000), 'ImageUnreadable'],
    ['a photo that is too small', () => picture(63, 500).png().toBuffer(), 'ImageDimensions'],
    ['a photo with a side of 8193 pixels', () => picture(64, 8193).png().toBuffer(), 'ImageDimensions'],
    ['a photo with too many pixels', () => picture(8193, 8193).png().toBuffer(), 'ImageDimensions'],
  ])('the decoder rejects %s', async (_, make, code) => {
    await expect(smallCopy(await make())).rejects.toMatchObject({ code });
  });
});

test('the process has only the decoders of the five accepted types', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>');
  expect(() => openPicture(svg)).toThrow(expect.objectContaining({ code: 'ImageTypeUnsupported' }));
  // These calls use sharp directly, without our own check of the first bytes.
  const tiff = await picture(100, 100).tiff().toBuffer();
  for (const bytes of [svg, tiff]) await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format');
  for (const type of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const { width } = await openPicture(await picture(100, 100).toFormat(type).toBuffer()).metadata();
    expect([type, width]).toEqual([type, 100]);
  }
});
