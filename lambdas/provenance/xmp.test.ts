import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { sourceTypes } from '#shared/provenance/file-kinds.ts';
import { addSourceType, type SignedFormat } from './xmp.ts';

const folder = mkdtempSync(join(tmpdir(), 'xmp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const property = `Iptc4xmpExt:DigitalSourceType="${sourceTypes.image}"`;

const picture = (background: string) => sharp({ create: { width: 31, height: 17, channels: 4, background } });
const opaque = picture('#c86432');
const transparent = picture('rgba(200, 100, 50, 0.5)');

async function withSourceType(bytes: Buffer, format: SignedFormat, times = 1): Promise<Buffer> {
  const file = join(folder, 'file');
  writeFileSync(file, bytes);
  for (let count = 0; count < times; count++) await addSourceType(file, format, sourceTypes.image);
  return readFileSync(file);
}

const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe.each<[string, SignedFormat, () => Promise<Buffer>]>([
  ['a JPEG', 'image/jpeg', () => opaque.clone().jpeg().toBuffer()],
  ['a JPEG with a JFIF segment', 'image/jpeg', async () => withJfif(await opaque.clone().jpeg().toBuffer())],
  ['a PNG', 'image/png', () => transparent.clone().png().toBuffer()],
  ['a lossy WebP', 'image/webp', () => opaque.clone().removeAlpha().webp().toBuffer()],
  ['a lossless WebP', 'image/webp', () => opaque.clone().removeAlpha().webp({ lossless: true }).toBuffer()],
  ['a lossless WebP with an alpha channel', 'image/webp', () => transparent.clone().webp({ lossless: true }).toBuffer()],
  ['a WebP in the extended form', 'image/webp', () => transparent.clone().webp().toBuffer()],
])('%s', (_, format, create) => {
  test('gets the source type, and keeps its pixels, its size and its alpha channel', async () => {
    const before = await create();
    const after = await withSourceType(before, format);
    const [old, changed] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
    expect(changed.xmp?.toString()).toContain(property);
    expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
    expect([changed.width, changed.height, changed.hasAlpha]).toEqual([old.width, old.height, old.hasAlpha]);
  });

  test('gets the source type only once', async () => {
    const file = await create();
    expect(await withSourceType(file, format, 2)).toEqual(await withSourceType(file, format));
  });
});

test('a video gets the source type in its last box, and only once', async () => {
  const clip = readFileSync(new URL('../../web/public/samples/hat-cute-pose.mp4', import.meta.url));
  const signed = await withSourceType(clip, 'video/mp4', 2);
  expect(signed.subarray(0, clip.length)).toEqual(clip);
  const box = signed.subarray(clip.length);
  expect(box.readUInt32BE(0)).toBe(box.length);
  expect(box.toString('latin1', 4, 8)).toBe('uuid');
  expect(box.toString()).toContain(property);
  expect(box.toString().split(property)).toHaveLength(2);
});

test.each<[SignedFormat]>([['image/jpeg'], ['image/png'], ['image/webp']])('a file that is no %s is refused', async (format) => {
  await expect(withSourceType(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), format)).rejects.toThrow('The file is not a');
});

function withJfif(jpeg: Buffer): Buffer {
  const segment = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
