import { describe, expect, test } from 'vitest';
import { dataUrlCharactersMax, inlineBytesMax, readInlineImage } from './inline-image.ts';

const prefix = 'data:image/png;base64,';
/** Returns a base64 text of this number of bytes. */
const base64 = (bytes: number) => `${'AAAA'.repeat(Math.floor(bytes / 3))}${['', 'AA==', 'AAA='][bytes % 3]}`;

describe('readInlineImage', () => {
  test.each([
    ['plain base64', '/9j/4AAQ', { base64: '/9j/4AAQ', contentType: undefined }],
    ['a data URL', `${prefix}iVBORw0=`, { base64: 'iVBORw0=', contentType: 'image/png' }],
    ['a data URL in capitals', 'DATA:image/JPEG;BASE64,/9j/', { base64: '/9j/', contentType: 'image/jpeg' }],
    ['base64 just below 4 MB', base64(inlineBytesMax), { contentType: undefined }],
    ['a data URL of 5 MB', `${prefix}${'A'.repeat(dataUrlCharactersMax - prefix.length)}`, { contentType: 'image/png' }],
  ])('readInlineImage accepts %s', (_, text, expected) => {
    expect(readInlineImage(text)).toMatchObject(expected);
  });

  test.each([
    [
      'a data URL of one character more than 5 MB',
      `${prefix}${'A'.repeat(dataUrlCharactersMax - prefix.length + 1)}`,
      'AiWriteImageTooLarge',
    ],
    ['base64 of 4 MB', base64(inlineBytesMax + 1), 'ImageNeedsUpload'],
    ['a data URL of an HTML page', 'data:text/html;base64,PGI+', 'ImageTypeUnsupported'],
    ['a data URL without base64', 'data:image/svg+xml,<svg/>', 'ImageTypeUnsupported'],
    ['an address', 'https://example.com/a.jpg', 'ImageUnreadable'],
    ['base64url', 'a-_b', 'ImageUnreadable'],
    ['padding in the middle', 'AA==AAAA', 'ImageUnreadable'],
    ['a data URL without content', prefix, 'ImageUnreadable'],
    ['an empty text', '', 'ImageUnreadable'],
  ])('readInlineImage refuses %s', (_, text, refusal) => {
    expect(readInlineImage(text)).toEqual({ refusal });
  });
});
