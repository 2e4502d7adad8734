import { readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { findings } from '#shared/check/findings.ts';
import { languageTags } from '#shared/languages.ts';
import { type Field, faultyFlags } from '#shared/marketplaces/fields.ts';
import type { Value } from '#shared/marketplaces/limits.ts';
import { refusalReasons } from '#shared/marketplaces/plan.ts';
import { placements } from '#shared/marketplaces/rules.ts';
import { measuredText } from './limit-text.ts';
import { findingSentence, ruleSentence } from './sentence.ts';

const translators = new Map<string, TFunction>();
beforeAll(async () => {
  const textsOf = (language: string) =>
    JSON.parse(readFileSync(new URL(`../../../../locales/${language}/common.json`, import.meta.url), 'utf8'));
  const resources = Object.fromEntries(languageTags.map((language) => [language, { common: textsOf(language) }]));
  await i18next.init({ lng: 'en', defaultNS: 'common', fallbackLng: false, interpolation: { escapeValue: false }, resources });
  for (const language of languageTags) translators.set(language, i18next.getFixedT(language));
});
const translator = (language: string) => translators.get(language) as TFunction;

const shop = 'Shopee';
const sentence = (language: string, broken: Parameters<typeof ruleSentence>[1]) =>
  ruleSentence(translator(language), broken, { shop, language }).replace(/\s/g, ' ');

describe('a broken rule', () => {
  test.each([
    [
      'seconds',
      8,
      { min: 10, max: 60 },
      'The video is 8 sec long. Shopee requires: 10–60 sec.',
      'Das Video ist 8 Sek. lang. Shopee verlangt: 10–60 Sek.',
    ],
    [
      'bytes',
      31_000_000,
      { max: 30_000_000 },
      'The file has 31 MB. Shopee requires: at most 30 MB.',
      'Die Datei hat 31 MB. Shopee verlangt: höchstens 30 MB.',
    ],
    [
      'format',
      'webp',
      { oneOf: ['jpeg', 'png'] },
      'The file type is WebP. Shopee requires: JPG or PNG.',
      'Der Dateityp ist WebP. Shopee verlangt: JPG oder PNG.',
    ],
    [
      'fillShare',
      0.6,
      { min: 0.85 },
      'The product fills 60% of the image. Shopee requires: at least 85%.',
      'Das Produkt füllt 60 % des Bildes. Shopee verlangt: mindestens 85 %.',
    ],
    [
      'bars',
      true,
      { is: false },
      'The picture has bars at its edges. Shopee does not accept this.',
      'Das Bild hat Balken am Rand. Shopee akzeptiert das nicht.',
    ],
  ] as const)('a broken rule about %s is a sentence with the value and the rule', (field, value, limit, inEnglish, inGerman) => {
    const broken = { field, value, rule: { severity: 'refused', ...limit } as const };
    expect([sentence('en', broken), sentence('de', broken)]).toEqual([inEnglish, inGerman]);
  });

  test('a sentence about advice names it as advice, and a sentence without a measured value contains only the rule', () => {
    const advice = { field: 'ratio', value: 1, rule: { severity: 'warned', oneOf: ['9:16'] } } as const;
    expect(sentence('en', advice)).toBe('The aspect ratio is 1.00:1. Shopee recommends: 9:16.');
    expect(sentence('en', { field: 'audio', value: true, rule: { severity: 'warned', is: false } })).toBe(
      'The video has audio. Shopee advises against this.',
    );
    expect(sentence('en', { field: 'seconds', rule: { min: 10 } })).toBe('Shopee requires: at least 10 sec.');
    expect(sentence('en', { field: 'width', value: 64 })).toBe('The picture is 64 px wide.');
  });

  test('a value at the start of a limit keeps its capital letter', () => {
    expect(sentence('tr', { field: 'format', value: 'gif', rule: { noneOf: ['gif'] } })).toContain('GIF');
  });
});

/** Values of the fields that have names. */
const values: Record<string, string> = {
  container: 'avi',
  codec: 'vp8',
  profile: 'other',
  audioCodec: 'opus',
  format: 'webp',
  colourProfile: 'cmyk',
};
/** The value that breaks a rule: the value of a flag, a name, or a number. */
const faultOf = (field: Field): Value => (faultyFlags as Partial<Record<Field, boolean>>)[field] ?? values[field] ?? 7;

const broken = placements.flatMap(({ rules }) => rules).filter(({ any }) => !any);

describe.each(languageTags)('in the language %s', (language) => {
  test('each rule of each placement has a sentence with its value and its shop', () => {
    for (const rule of broken) {
      const { field } = rule;
      const value = faultOf(field);
      const text = sentence(language, { field, value, rule });
      expect(text, field).toContain(shop);
      expect(text, field).toContain(measuredText(field, value, language).replace(/\s/g, ' '));
      expect(text, field).not.toMatch(/\{\{|\.\.|^marketplaces/);
    }
  });

  test('each finding and each refusal has a different sentence', () => {
    const t = translator(language);
    const texts = [...findings.map((one) => findingSentence(t, one)), ...refusalReasons.map((one) => t(`finish.refusal.${one}`))];
    for (const text of texts) expect(text).not.toMatch(/\{\{|^(marketplaces|check|finish)\./);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
