import { expect, test } from 'vitest';
import { type ErrorCode, errors } from '#shared/errors.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { hasOwnWords, statusOf } from './failure.ts';

test.each(Object.keys(errors) as ErrorCode[])('%s has SPEC’s line, with a status and its text', (code) => {
  const { status, statusText } = statusOf(code) ?? {};
  expect(status).toBe(errors[code].status);
  expect(statusText).toMatch(/^[A-Z]\w+/);
});

test.each(['Unreachable', 'Offline', 'Blocked'] as const)('%s has no status: nothing of ours answered', (code) => {
  expect(statusOf(code)).toBeUndefined();
});

test.each([...(Object.keys(errors) as ErrorCode[]).filter((code) => /^(Vendor|Generation|Internal)/.test(code)), 'Offline'] as const)(
  'what is said of %s is not about videos',
  (code) => {
    expect(hasOwnWords(code)).toBe(true);
    const own: Record<string, string> = texts.photo_edit.error;
    expect(own[code]).toMatch(/\w/);
    expect(own[code]).not.toMatch(/video/i);
  },
);

test('every setting has a name, for a list of those without effect', () => {
  expect(Object.keys(texts.photo_edit.setting).sort()).toEqual(Object.keys(photoEditSettings.shape).sort());
});
