import { describe, expect, test } from 'vitest';
import { dataUrlCharactersMax, inlineBytesMax, readInlineImage } from './inline-image.ts';

const prefix = 'data:image/png;base64,';
/** The base64 of so many bytes. */
const base64 = (bytes: number) => `${'AAAA'.repeat(Math.floor(bytes / 3))}${['', 'AA==', 'AAA='][bytes % 3]}`;

describe('a picture inside a request', () => {
  test.each([
    ['bare base64', '/9j/4AAQ', { base64: '/9j/4AAQ', contentType: undefined }],
    ['a data URL', `${prefix}iVBORw0=`, { base64: 'iVBORw0=', contentType: 'image/png' }],
    ['a data URL in capitals', 'DATA:image/JPEG;BASE64,/9j/', { base64: '/9j/', contentType: 'image/jpeg' }],
    ['base64 just below 4 MB', base64(inlineBytesMax), { contentType: undefined }],
    ['a data URL of 5 MB', `${prefix}${'A'.repeat(dataUrlCharactersMax - prefix.length)}`, { contentType: 'image/png' }],
  ])('%s is taken', (_, text, expected) => {
    expect(readInlineImage(text)).toMatchObject(expected);
  });

  test.each([
    [
      'a data URL of one character more than 5 MB',
      `${prefix}${'A'.repeat(dataUrlCharactersMax - prefix.length + 1)}`,
      'AiWriteImageTooLarge',
    ],
    ['base64 of 4 MB', base64(inlineBytesMax + 1), 'ImageNeedsUpload'],
    ['a data URL of a page', 'data:text/html;base64,PGI+', 'ImageTypeUnsupported'],
    ['a data URL without base64', 'data:image/svg+xml,<svg/>', 'ImageTypeUnsupported'],
    ['an address', 'https://example.com/a.jpg', 'ImageUnreadable'],
    ['base64url', 'a-_b', 'ImageUnreadable'],
    ['padding in the middle', 'AA==AAAA', 'ImageUnreadable'],
    ['a data URL of nothing', prefix, 'ImageUnreadable'],
    ['nothing', '', 'ImageUnreadable'],
  ])('%s is refused', (_, text, refusal) => {
    expect(readInlineImage(text)).toEqual({ refusal });
  });
});
