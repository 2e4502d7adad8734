/**
 * Tests files with a wrong type, and files that are expensive to decode. `decode` uses lambdas/platform/picture.ts, because
 * only this module decodes pictures. Other bad files are in ingest-photo.test.ts.
 */
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testFiles } from '#lambdas/batch/bad-files.test-support.ts';
import { decode } from '#lambdas/batch/ingest-photo.ts';
import type { ErrorCode } from '#shared/errors.ts';

const sidePixels = 128;
const picture = () => sharp({ create: { width: sidePixels, height: sidePixels, channels: 3, background: '#c9a38b' } });
const jpeg = () => picture().jpeg().toBuffer();
const gif = () => picture().gif().toBuffer();
const png = () => picture().png().toBuffer();
const textFile = (content: string) => async () => Buffer.from(content);
const fileWithStart = (hex: string) => async () => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(1000)]);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><image href="http://169.254.169.254/"/></svg>';
const svgWithEntities = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'b'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}">]>${svg}`;
const script = '<script>alert(document.domain)</script>';

/** Overwrites the width and height in the header of a picture. */
function overwriteSize(file: Buffer, position: number, endian: 'LE' | 'BE', sides: readonly [number, number]): Buffer {
  const copy = Buffer.from(file);
  for (const [index, length] of sides.entries()) copy[`writeUInt16${endian}`](length, position + 2 * index);
  return copy;
}
const frameHeader = Buffer.from([0xff, 0xc0]);

function pngWithChunk(file: Buffer, type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typeAndData));
  // The new chunk is inserted after the signature and the header.
  return Buffer.concat([file.subarray(0, 33), length, typeAndData, sum, file.subarray(33)]);
}
const compressedZeros = () => deflateSync(Buffer.alloc(64 * 1024 ** 2));

/** Returns a progressive JPEG that repeats its first scan 2,000 times. */
async function createJpegWithManyScans(): Promise<Buffer> {
  const file = await picture().resize(2048, 2048).jpeg({ progressive: true }).toBuffer();
  const firstScan = file.indexOf(Buffer.from([0xff, 0xda]));
  const nextSegment = file.indexOf(Buffer.from([0xff, 0xc4]), firstScan);
  const scan = file.subarray(firstScan, nextSegment);
  return Buffer.concat([file.subarray(0, nextSegment), ...Array<Buffer>(2000).fill(scan), file.subarray(nextSegment)]);
}

const unsupportedType: ErrorCode = 'ImageTypeUnsupported';
const unreadableImage: ErrorCode = 'ImageUnreadable';

const rejectedFiles: [string, () => Promise<Buffer>, ErrorCode][] = [
  ['an SVG', textFile(svg), unsupportedType],
  ['an SVG after a byte order mark', textFile(`\uFEFF${svg}`), unsupportedType],
  ['an SVG after spaces', textFile(`\n\n  ${svg}`), unsupportedType],
  ['an SVG with entities', textFile(svgWithEntities), unsupportedType],
  ['a compressed SVG', async () => gzipSync(svg), unsupportedType],
  ['an HTML page', textFile(`<!doctype html>${script}`), unsupportedType],
  ['a program', fileWithStart('7f454c46'), unsupportedType],
  ['an archive', fileWithStart('504b0304'), unsupportedType],
  ['a PDF', textFile('%PDF-1.7\n'), unsupportedType],
  ['PostScript', textFile('%!PS-Adobe-3.0 EPSF-3.0\n'), unsupportedType],
  ['an ImageMagick script', textFile('push graphic-context\nfill url(https://example.com/a.jpg)\npop graphic-context'), unsupportedType],
  ['an MP4', fileWithStart('000000186674797069736f6d'), unsupportedType],
  ['an HEIC', fileWithStart('0000001866747970686569630000000068656963'), unsupportedType],
  ['a TIFF', () => picture().tiff().toBuffer(), unsupportedType],
  ['a BMP', fileWithStart('424d'), unsupportedType],
  ['a JPEG 2000', fileWithStart('0000000c6a5020200d0a870a'), unsupportedType],
  ['a JPEG XL', fileWithStart('0000000c4a584c200d0a870a'), unsupportedType],
  ['a PSD', fileWithStart('38425053'), unsupportedType],
  ['an SVG after the first bytes of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, ...Buffer.from(svg)]), unreadableImage],
  [
    'an SVG after the first bytes of a PNG',
    async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
    unreadableImage,
  ],
  ['a script after the first bytes of a GIF', textFile(`GIF89a=1;${script}`), unreadableImage],
  ['an HTML page after the first bytes of a WebP', textFile(`RIFF0000WEBP${script}`), unreadableImage],
  ['zeros after the first bytes of an AVIF', fileWithStart('0000001c6674797061766966'), unreadableImage],
  [
    'a JPEG that claims 65,500 pixels per side',
    async () => {
      const file = await jpeg();
      return overwriteSize(file, file.indexOf(frameHeader) + 5, 'BE', [65_500, 65_500]);
    },
    'ImageDimensions',
  ],
  [
    'a GIF whose frame claims 65,535 pixels per side',
    async () => {
      const file = await gif();
      return overwriteSize(file, file.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5, 'LE', [65_535, 65_535]);
    },
    'ImageDimensions',
  ],
  [
    'a WebP that claims 16,383 pixels per side',
    async () => overwriteSize(await picture().webp().toBuffer(), 26, 'LE', [16_383, 16_383]),
    'ImageDimensions',
  ],
  ['a JPEG with 2,000 scans', createJpegWithManyScans, unreadableImage],
  [
    'a PNG with a wrong checksum',
    async () => {
      const file = await png();
      file[40] = Number(file[40]) ^ 0xff;
      return file;
    },
    unreadableImage,
  ],
];

const acceptedFiles: [string, () => Promise<Buffer>][] = [
  ['a logical screen of 65,535 pixels per side', async () => overwriteSize(await gif(), 6, 'LE', [65_535, 65_535])],
  ['a logical screen of 0 × 0 pixels', async () => overwriteSize(await gif(), 6, 'LE', [0, 0])],
  ['an HTML page after the picture', async () => Buffer.concat([await jpeg(), Buffer.from(script)])],
  ['an archive after the picture', async () => Buffer.concat([await png(), Buffer.from('504b0506', 'hex'), Buffer.from(script)])],
  [
    'a script in a comment',
    () =>
      picture()
        .withExif({ IFD0: { ImageDescription: script } })
        .jpeg()
        .toBuffer(),
  ],
  ['a text that unpacks to 64 MB', async () => pngWithChunk(await png(), 'zTXt', Buffer.concat([Buffer.from('a\0\0'), compressedZeros()]))],
];

test('at least 21 hostile files are tested', () => {
  expect(testFiles.length + rejectedFiles.length + acceptedFiles.length).toBeGreaterThanOrEqual(21);
});

test.each(rejectedFiles)('%s is rejected because of its content', async (_, make, code) => {
  await expect(decode(await make())).rejects.toMatchObject({ code });
});

test.each(acceptedFiles)('after a picture with %s is decoded, only its pixels remain', async (_, make) => {
  const { jpeg: decoded, size } = await decode(await make());
  expect(size).toEqual({ width: sidePixels, height: sidePixels });
  expect(decoded.includes('script')).toBe(false);
  expect(decoded.length).toBeLessThan(10_000);
});
