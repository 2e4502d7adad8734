import { expect, test } from 'vitest';
import { checkTranslation, parseLocale } from './translations.ts';

const english = {
  card: { title: 'The card', hint: 'Add <1>photos</1> to {{name}}', brand: 'Vitrine', menu: 'Menu' },
  photos: { left_zero: 'No photos left', left_one: 'One photo left', left_other: '{{count}} photos left' },
};
const german = {
  card: { title: 'Die Karte', hint: '{{name}} braucht <1>Fotos</1>', brand: 'Vitrine', menu: 'Menü' },
  photos: { left_zero: 'Keine Fotos übrig', left_one: 'Noch ein Foto', left_other: 'Noch {{count}} Fotos' },
};

const findingsIn = (language: string, texts: object, same: readonly string[] = []) =>
  checkTranslation({
    english: parseLocale('en.json', JSON.stringify(english)),
    other: parseLocale(`${language}.json`, JSON.stringify(texts)),
    language,
    same,
  }).map(({ path, message }) => `${path} ${message}`);

const germanWith = (card: object, photos: object = {}) => ({ card: { ...german.card, ...card }, photos: { ...german.photos, ...photos } });
const without = <Key extends string>(texts: Record<Key, string>, key: Key) => {
  const { [key]: _, ...others } = texts;
  return others;
};

test('the check accepts a complete translation', () => {
  expect(findingsIn('de', german)).toEqual([]);
});

test.each([
  ['a missing text', { ...german, card: without(german.card, 'title') }, 'has no text for card.title'],
  ['an unused text', germanWith({ old: 'Alt' }), 'contains card.old, which this language does not need'],
  ['an empty text', germanWith({ title: ' ' }), 'has an empty text for card.title'],
  ['a text left in English', germanWith({ title: 'The card' }), 'has an English text for card.title: The card'],
  ['a missing placeholder', germanWith({ hint: '<1>Fotos</1> fehlen' }), 'lacks {{name}} in card.hint'],
  ['an additional placeholder', germanWith({ title: 'Die Karte {{name}}' }), 'has the unknown placeholder {{name}} in card.title'],
  [
    'a translated placeholder',
    germanWith({}, { left_other: 'Noch {{anzahl}} Fotos' }),
    'has the unknown placeholder {{anzahl}} in photos.left_other',
  ],
  ['a lost tag', germanWith({ hint: '{{name}} braucht <1>Fotos' }), 'lacks </1> in card.hint'],
  ['a missing plural form', { ...german, photos: without(german.photos, 'left_one') }, 'has no text for photos.left_one'],
  [
    'a plural form of another language',
    germanWith({}, { left_few: 'Ein paar Fotos' }),
    'contains photos.left_few, which this language does not need',
  ],
])('the check reports %s', (_, texts, finding) => {
  expect(findingsIn('de', texts)).toContain(`de.json ${finding}`);
});

test.each([
  ['ja', ['other']],
  ['pl', ['one', 'few', 'many', 'other']],
  ['fr', ['one', 'many', 'other']],
])('the language %s needs its plural forms, and needs the zero form if English has one', (language, forms) => {
  const photos = Object.fromEntries(['zero', ...forms].map((form) => [`left_${form}`, `${form} {{count}}`]));
  expect(findingsIn(language, { ...german, photos })).toEqual([]);
  const { left_other: _, ...incomplete } = photos;
  expect(findingsIn(language, { ...german, photos: incomplete })).toEqual([`${language}.json has no text for photos.left_other`]);
});

test('a Chinese text may contain the tenths of the price instead of the percent of the discount', () => {
  const check = (text: string) =>
    checkTranslation({
      english: parseLocale('en.json', JSON.stringify({ off: '{{percent}} percent off' })),
      other: parseLocale('zh.json', JSON.stringify({ off: text })),
      language: 'zh-Hans',
      same: [],
    }).map(({ message }) => message);
  expect(check('{{tenths}}折')).toEqual([]);
  expect(check('折')).toEqual(['lacks {{percent}} in off']);
});

test('a plural form may contain the number as a word, but the general form must contain the placeholder', () => {
  expect(findingsIn('de', germanWith({}, { left_other: 'Noch Fotos' }))).toEqual(['de.json lacks {{count}} in photos.left_other']);
});

test('the list must contain exactly the texts that are equal to the English text', () => {
  const shared = germanWith({ menu: 'Menu' });
  expect(findingsIn('de', shared)).toEqual(['de.json has an English text for card.menu: Menu']);
  expect(findingsIn('de', shared, ['card.menu'])).toEqual([]);
  expect(findingsIn('de', german, ['card.menu'])).toEqual([
    'locales/same-as-english.json allows de card.menu, which is not the same as in English',
  ]);
});
