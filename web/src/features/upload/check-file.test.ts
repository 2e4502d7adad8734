import { expect, test } from 'vitest';
import { imageBytesMax, thumbnailAboveBytes } from '#shared/upload/image-file.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { checkFile, isHeic, supportedFormats, supportedKinds } from './check-file.ts';

const jpeg = [0xff, 0xd8, 0xff, 0xe0];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const gif = [...'GIF89a'].map((letter) => letter.charCodeAt(0));
const file = (bytes: number[], type: string, sizeBytes = 100) =>
  new File([new Uint8Array(bytes), new Uint8Array(Math.max(0, sizeBytes - bytes.length))], 'photo', { type });
const decodeAs =
  (width: number, height = width) =>
  async () => ({ width, height });
const small = new Blob(['small']);
const shrinks =
  (width: number, height = width) =>
  async () => ({ width, height, small });
const failToDecode = async () => {
  throw new Error('cannot decode');
};

test.each([
  ['a JPEG', file(jpeg, 'image/jpeg'), decodeAs(800), { ok: true, contentType: 'image/jpeg', width: 800, height: 800 }],
  ['a PNG with the type of a JPEG', file(png, 'image/jpeg'), decodeAs(64), { ok: true, contentType: 'image/png', width: 64, height: 64 }],
  [
    'a file of exactly 8 MB',
    file(jpeg, 'image/jpeg', imageBytesMax),
    shrinks(8192),
    { ok: true, contentType: 'image/jpeg', width: 8192, height: 8192, small },
  ],
  [
    'a file over 3 MB without a small copy',
    file(jpeg, 'image/jpeg', thumbnailAboveBytes + 1),
    decodeAs(800),
    { ok: false, reason: 'failed_thumbnail' },
  ],
  [
    'a file over 3 MB',
    file(jpeg, 'image/jpeg', thumbnailAboveBytes + 1),
    shrinks(800),
    { ok: true, contentType: 'image/jpeg', width: 800, height: 800, small },
  ],
  ['a file that is one byte over 8 MB', file(jpeg, 'image/jpeg', imageBytesMax + 1), decodeAs(800), { ok: false, reason: 'exceeds_limit' }],
  ['a GIF', file(gif, 'image/gif'), decodeAs(800), { ok: true, contentType: 'image/gif', width: 800, height: 800 }],
  ['a text file', file([65, 66], 'text/plain'), decodeAs(800), { ok: false, reason: 'unsupported_format' }],
  ['a text file with the type of a JPEG', file([65, 66], 'image/jpeg'), decodeAs(800), { ok: false, reason: 'corrupted' }],
  [
    'a GIF with the type of an AVIF',
    file(gif, 'image/avif'),
    decodeAs(800),
    { ok: true, contentType: 'image/gif', width: 800, height: 800 },
  ],
  ['an empty file', file([], 'image/png', 0), decodeAs(800), { ok: false, reason: 'corrupted' }],
  ['a file that cannot be decoded', file(jpeg, 'image/jpeg'), failToDecode, { ok: false, reason: 'failed_dimensions' }],
  ['a picture with a side of 63 pixels', file(jpeg, 'image/jpeg'), decodeAs(63, 800), { ok: false, reason: 'dimensions_out_of_range' }],
  ['a picture with a side of 8193 pixels', file(jpeg, 'image/jpeg'), decodeAs(800, 8193), { ok: false, reason: 'dimensions_out_of_range' }],
] as const)('checkFile has the correct outcome for %s', async (_name, subject, decode, outcome) => {
  expect(await checkFile(subject, decode)).toMatchObject(outcome);
});

test.each([
  ['a photo above 8 MB', file(jpeg, 'image/jpeg', imageBytesMax + 1), decodeAs(800), true],
  ['a photo above 8,192 pixels', file(jpeg, 'image/jpeg'), decodeAs(800, 8193), true],
  ['a file above 64 MB', file(jpeg, 'image/jpeg', 64 * 1024 * 1024 + 1), decodeAs(800), false],
  ['a strip that would become too narrow', file(jpeg, 'image/jpeg'), decodeAs(64, 20_000), false],
  ['a photo that is too small', file(jpeg, 'image/jpeg'), decodeAs(63, 800), false],
  ['a text file', file([65, 66], 'text/plain'), decodeAs(800), false],
] as const)(
  'checkFile offers to make a file smaller only if the smaller file can be accepted: %s',
  async (_name, subject, decode, canShrink) => {
    expect(await checkFile(subject, decode)).toMatchObject({ ok: false, canShrink });
  },
);

test('the formats have the required names and order', () => {
  expect(supportedFormats).toBe('JPEG, JPG, PNG, WebP, GIF, AVIF');
  expect(supportedKinds).toBe('JPG, PNG, WebP, GIF, AVIF');
  expect(['IMG_1.HEIC', 'a.heif', 'heic.jpg'].map(isHeic)).toEqual([true, true, false]);
});

test('checkFile rejects a file that was deleted before it could be read', async () => {
  const deletedFile = file(jpeg, 'image/jpeg');
  deletedFile.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) as unknown as Blob;
  expect(await checkFile(deletedFile, decodeAs(800))).toMatchObject({ ok: false, reason: 'failed_process' });
});

test('the seven required reasons have the exact texts of the specification', () => {
  const { reason } = texts.upload;
  expect([
    reason.exceeds_limit.replace('{{megabytes}}', '8'),
    reason.unsupported_format,
    reason.failed_dimensions,
    reason.failed_thumbnail,
    reason.failed_process,
    reason.corrupted,
    reason.processing_error,
  ]).toEqual([
    'exceeds 8MB limit',
    'unsupported format',
    'failed to read dimensions (possibly corrupted)',
    'failed to create thumbnail',
    'failed to process',
    'corrupted or invalid image',
    'processing error',
  ]);
});
