import { describe, expect, test } from 'vitest';
import { type ErrorCode, errors } from '#shared/errors.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { hasOwnText, statusOf } from './failure.ts';

describe('the text of an error', () => {
  test.each(Object.keys(errors) as ErrorCode[])('the text of %s contains a status and the text of the status', (code) => {
    const { status, statusText } = statusOf(code) ?? {};
    expect(status).toBe(errors[code].status);
    expect(statusText).toMatch(/^[A-Z]\w+/);
  });

  test.each(['Unreachable', 'Offline', 'Blocked'] as const)(
    'the text of %s contains no status, because our API did not respond',
    (code) => {
      expect(statusOf(code)).toBeUndefined();
    },
  );

  test.each([...(Object.keys(errors) as ErrorCode[]).filter((code) => /^(Vendor|Generation|Internal)/.test(code)), 'Offline'] as const)(
    'the text for %s does not mention videos',
    (code) => {
      expect(hasOwnText(code)).toBe(true);
      const errorTexts: Record<string, string> = texts.photo_edit.error;
      expect(errorTexts[code]).toMatch(/\w/);
      expect(errorTexts[code]).not.toMatch(/video/i);
    },
  );
});

test('every setting has a name, so that it can be shown in the list of settings that have no effect', () => {
  expect(Object.keys(texts.photo_edit.setting).sort()).toEqual(Object.keys(photoEditSettings.shape).sort());
});
