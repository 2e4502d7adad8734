import { describe, expect, test } from 'vitest';
import { type ErrorCode, errors } from '../errors.ts';
import { fieldsOfForm, photoEditRequest } from './api.ts';
import { photoEditMessage } from './failure.ts';
import { photoEditFileName } from './file-name.ts';
import { photoEditSettings } from './settings.ts';

describe('fieldsOfForm', () => {
  test.each<[string, string, unknown]>([
    ['addShadows', 'true', true],
    ['removeText', 'false', false],
    ['aiLighting', 'yes', 'yes'],
    ['backgroundSeed', '0', 0],
    ['beautifySeed', '42', 42],
    ['expandSeed', '-1', -1],
    ['expandSeed', '0x10', '0x10'],
    ['backgroundGuidanceScale', '0.6', 0.6],
    ['backgroundGuidanceScale', '.6', '.6'],
    ['outputSize', '800x600', '800x600'],
    ['backgroundPrompt', 'true', 'true'],
    ['backgroundColor', '#000000', '#000000'],
  ])('fieldsOfForm reads %s=%s as %o', (name, text, value) => {
    expect(fieldsOfForm([[name, text]])).toEqual({ [name]: value });
  });

  test.each(['expandSeed', 'backgroundColor', 'imageKey', 'outputSize'])('fieldsOfForm ignores an empty %s', (name) => {
    expect(fieldsOfForm([[name, '']])).toEqual({});
  });
});

describe('a request', () => {
  const id = '3f0a6a52-1c1e-4d0e-9a3a-4f5a5b0e1c2d';

  test('a request is parsed as keys and settings, with the default values', () => {
    expect(photoEditRequest('image-editing').parse({ operationId: id, imageKey: 'a', guidanceKey: 'b', backgroundSeed: 0 })).toEqual({
      operationId: id,
      imageKey: 'a',
      guidanceKey: 'b',
      settings: { ...photoEditSettings.parse({ apiMode: 'image-editing' }), backgroundSeed: 0 },
    });
  });

  test.each<[string, object]>([
    ['the mode of the other call', { apiMode: 'remove-background' }],
    ['an unknown setting', { addGlitter: true }],
    ['an unknown value of a setting', { upscaleMode: 'ai-superb' }],
    ['an empty key', { imageKey: '' }],
    ['a key that is too long', { imageKey: 'x'.repeat(4097) }],
    ['an id that is not a UUID', { operationId: 'mine' }],
    ['a generated background without a description', { backgroundMode: 'ai-generated' }],
  ])('a request with %s is refused', (_, fields) => {
    expect(photoEditRequest('image-editing').safeParse({ imageKey: 'a', ...fields }).success).toBe(false);
  });
});

const editErrorCodes = (Object.keys(errors) as ErrorCode[]).filter((code) =>
  /^(Vendor|Image|Guidance|Upload|Generation|Internal)/.test(code),
);

test.each(editErrorCodes)('the message of %s does not mention a video', (code) => {
  expect(photoEditMessage(code)).toMatch(/\w/);
  expect(photoEditMessage(code)).not.toMatch(/video/i);
});

test.each([
  ['png', 'photo_2026-11-21T08-00-00.png'],
  ['jpeg', 'photo_2026-11-21T08-00-00.jpg'],
  ['webp', 'photo_2026-11-21T08-00-00.webp'],
] as const)('photoEditFileName of a %s is %s', (format, name) => {
  expect(photoEditFileName(format, new Date('2026-11-21T08:00:00Z'))).toBe(name);
});
