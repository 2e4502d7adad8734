import { expect, test } from 'vitest';
import { languageTags } from './languages.ts';
import { choosePageLanguage, findPreferredLanguage, matchLanguage, tagsByWeight } from './page-language.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['zh-TW'], 'zh-Hant-TW'],
  [['zh-HK'], 'zh-Hant-TW'],
  [['zh-MO'], 'zh-Hant-TW'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  [['zh'], 'zh-Hans'],
  [['zh-Hant-HK'], 'zh-Hant-TW'],
  [['zh-Hans-CN'], 'zh-Hans'],
  [['pt-BR'], 'pt'],
  [['tl-PH'], 'fil'],
  [['in'], 'id'],
  [['xx', 'EN-us'], 'en'],
  [['xx', 'fr-CA', 'de'], 'fr'],
  [['xx'], 'en'],
  [[], 'en'],
])('the preferred languages %j are mapped to %s', (preferredTags, language) => {
  expect(matchLanguage(preferredTags)).toBe(language);
});

test('each language is found by its own name in any letter case', () => {
  for (const language of languageTags)
    for (const tag of [language, language.toLowerCase(), language.toUpperCase()]) expect(matchLanguage([tag])).toBe(language);
});

test.each([`de-${'x-'.repeat(20)}`, 'constructor', '__proto__', 'toString', 'hasOwnProperty-x', 'constructor-zh', '-', '*', ''])(
  'the tag %j selects no language',
  (tag) => {
    expect(matchLanguage([tag])).toBe('en');
    expect(choosePageLanguage(tag, 'ja', ['de'])).toBe('ja');
  },
);

test('the page uses the language in the URL first, then the stored language, then the languages of the browser', () => {
  expect(choosePageLanguage('ja', 'de', ['fr'])).toBe('ja');
  expect(choosePageLanguage(null, 'de', ['fr'])).toBe('de');
  expect(choosePageLanguage(undefined, undefined, ['xx', 'fr'])).toBe('fr');
  expect(choosePageLanguage('xx', 'yy', [])).toBe('en');
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.1, ja;q=0.9 , ko', ['ko', 'ja', 'en']],
  ['fr; q=0.5,it;Q=0.5,es;q=0.50', ['fr', 'it', 'es']],
  ['de;q=0, fr', ['fr']],
  ['*;q=0.5, th', ['th']],
  ['de;q=x, fr;q=2, it;q=-1, pl', ['pl']],
  ['de;level=1;q=0.2, fr;q=0.3', ['fr', 'de']],
  ['', []],
  [',;,', []],
])('the header Accept-Language %j is read as %j', (header, tags) => {
  expect(tagsByWeight(header)).toEqual(tags);
});

test('only the start of a very long header is read', () => {
  expect(tagsByWeight(`de,${'x,'.repeat(100_000)}`).length).toBeLessThan(500);
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['xx,fr;q=0.5', 'fr'],
  ['*', undefined],
  ['constructor', undefined],
  ['', undefined],
  [`${'x,'.repeat(5000)}de`, undefined],
])('the first available language of the header %j is %s', (header, language) => {
  expect(findPreferredLanguage(tagsByWeight(header))).toBe(language);
});
