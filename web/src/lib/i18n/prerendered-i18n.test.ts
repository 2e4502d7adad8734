import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { languageTags } from '#shared/languages.ts';
import type { Translations } from './backend.ts';
import { createPrerenderedI18n, translate } from './prerendered-i18n.ts';

const textsIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../../../locales/${language}/common.json`, import.meta.url), 'utf8')) as Translations;

/** Returns the keys of all texts, without the plural forms. */
function keysOf(texts: Translations, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [prefix + name.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(value as Translations, `${prefix}${name}.`),
  );
}

const counts = [0, 1, 2, 5, 21];

describe.each(languageTags)('in %s', (language) => {
  const texts = textsIn(language);
  const keys = [...new Set(keysOf(texts))];
  beforeAll(() =>
    i18next.init({
      lng: language,
      ns: ['common'],
      defaultNS: 'common',
      resources: { [language]: { common: texts } },
      interpolation: { escapeValue: false },
    }),
  );

  test('all texts are equal to the texts of i18next, with and without placeholder values and in all plural forms', () => {
    const values = { total: 4, name: '<b>A & B</b>', amount: '$1.00', seconds: 8 };
    const t = i18next.t as unknown as (key: string, values?: object) => string;
    const differences = keys.flatMap((key) =>
      [values, ...counts.map((count) => ({ ...values, count }))].flatMap((given) => {
        // If a text has no such form, i18next returns the key.
        const text = translate(language, texts, key, given) ?? key;
        return text === t(key, given) ? [] : [{ key, given, text, expected: t(key, given) }];
      }),
    );
    expect(differences).toEqual([]);
  });
});

test('if the page does not contain a text, the text is empty and onMissing is called', () => {
  const onMissing = vi.fn();
  const { i18n } = createPrerenderedI18n('en', { nav: { home: 'Home' } }, onMissing);
  const t = i18n.getFixedT('en') as unknown as (key: string) => string;
  expect([t('nav.home'), onMissing.mock.calls.length]).toEqual(['Home', 0]);
  expect([t('nav.away'), t('nav'), t('constructor'), onMissing.mock.calls.length]).toEqual(['', '', '', 3]);
});

test('a refresh calls only the listeners that are still registered', () => {
  const { i18n, refresh } = createPrerenderedI18n('en', {}, () => undefined);
  const [first, second] = [vi.fn(), vi.fn()];
  i18n.on('languageChanged', first);
  i18n.on('languageChanged', second);
  i18n.off('languageChanged', first);
  refresh();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});
