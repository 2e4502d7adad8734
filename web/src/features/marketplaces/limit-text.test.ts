import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '#shared/marketplaces/fields.ts';
import type { Limit } from '#shared/marketplaces/limits.ts';
import german from '../../../../locales/de/common.json' with { type: 'json' };
import english from '../../../../locales/en/common.json' with { type: 'json' };
import { dateText, hostOf, limitText } from './limit-text.ts';

const translators = new Map<string, TFunction>();
beforeAll(async () => {
  const resources = { en: { common: english }, de: { common: german } };
  await i18next.init({ lng: 'en', defaultNS: 'common', interpolation: { escapeValue: false }, resources });
  for (const language of ['en', 'de']) translators.set(language, i18next.getFixedT(language));
});
/** Replaces all kinds of spaces, because different versions of the language data use different spaces. */
const text = (language: string, field: Field, limit: Limit) =>
  limitText(translators.get(language) as TFunction, field, limit, language).replace(/\s/g, ' ');

describe('a limit', () => {
  test.each<[Field, Limit, string, string]>([
    ['seconds', { min: 10, max: 60 }, '10–60 sec', '10–60 Sek.'],
    ['seconds', { below: 60 }, 'Under 60 sec', 'Unter 60 Sek.'],
    ['bytes', { max: 5_000_000 }, 'At most 5 MB', 'Höchstens 5 MB'],
    ['bytes', { max: 157_286_400 }, 'At most 157.3 MB', 'Höchstens 157,3 MB'],
    ['bytes', { max: 1_000_000_000 }, 'At most 1 GB', 'Höchstens 1 GB'],
    ['bitrate', { min: 4_000_000, max: 10_000_000 }, '4–10 Mb/s', '4–10 Mb/s'],
    ['audioSampleRate', { min: 44_100 }, 'At least 44.1 kHz', 'Mindestens 44,1 kHz'],
    ['frameRate', { min: 23.976, max: 30 }, '23.976–30', '23,976–30'],
    ['width', { oneOf: [1280, 1920, 3840] }, '1,280 px, 1,920 px, or 3,840 px', '1.280 px, 1.920 px oder 3.840 px'],
    ['ratio', { min: '9:16', max: '16:9' }, '9:16–16:9', '9:16–16:9'],
    ['ratio', { any: true }, 'Any', 'Beliebig'],
    ['fillShare', { min: 0.85 }, 'At least 85%', 'Mindestens 85 %'],
    ['codec', { oneOf: ['h264', 'hevc'] }, 'H.264 or H.265', 'H.264 oder H.265'],
    ['format', { noneOf: ['gif'] }, 'All except GIF', 'Alle außer GIF'],
    ['whiteBackground', { is: true }, 'Required', 'Erforderlich'],
    ['bars', { is: false }, 'Not allowed', 'Nicht erlaubt'],
  ])('a limit of %s (%j) is "%s" in English and "%s" in German', (field, limit, inEnglish, inGerman) => {
    expect([text('en', field, limit), text('de', field, limit)]).toEqual([inEnglish, inGerman]);
  });
});

test.each([
  ['2026', '2026'],
  ['2026-04', 'Apr 2026'],
  ['2025-07-14', 'Jul 14, 2025'],
])('the date %s is written as %s', (date, expected) => {
  expect(dateText(date, 'en')).toBe(expected);
});

test('a source is shown as its host', () => {
  expect(hostOf('https://www.chwang.com/article/182326793106')).toBe('chwang.com');
});
