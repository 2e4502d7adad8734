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

const faultsOf = (language: string, texts: object, same: readonly string[] = []) =>
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

test('accepts a complete translation', () => {
  expect(faultsOf('de', german)).toEqual([]);
});

test.each([
  ['a missing text', { ...german, card: without(german.card, 'title') }, 'lacks card.title'],
  ['an unused text', germanWith({ old: 'Alt' }), 'holds card.old, which en.json does not need in this language'],
  ['an empty text', germanWith({ title: ' ' }), 'says nothing for card.title'],
  ['a text left in English', germanWith({ title: 'The card' }), 'leaves card.title in English: The card'],
  ['a missing placeholder', germanWith({ hint: '<1>Fotos</1> fehlen' }), 'loses {{name}} in card.hint'],
  ['an additional placeholder', germanWith({ title: 'Die Karte {{name}}' }), 'invents {{name}} in card.title'],
  ['a translated placeholder', germanWith({}, { left_other: 'Noch {{anzahl}} Fotos' }), 'invents {{anzahl}} in photos.left_other'],
  ['a lost tag', germanWith({ hint: '{{name}} braucht <1>Fotos' }), 'loses </1> in card.hint'],
  ['a missing plural form', { ...german, photos: without(german.photos, 'left_one') }, 'lacks photos.left_one'],
  [
    'a plural form of another language',
    germanWith({}, { left_few: 'Ein paar Fotos' }),
    'holds photos.left_few, which en.json does not need in this language',
  ],
])('reports %s', (_, texts, fault) => {
  expect(faultsOf('de', texts)).toContain(`de.json ${fault}`);
});

test.each([
  ['ja', ['other']],
  ['pl', ['one', 'few', 'many', 'other']],
  ['fr', ['one', 'many', 'other']],
])('%s needs its own plural forms, and the zero form if English has it', (language, forms) => {
  const photos = Object.fromEntries(['zero', ...forms].map((form) => [`left_${form}`, `${form} {{count}}`]));
  expect(faultsOf(language, { ...german, photos })).toEqual([]);
  const { left_other: _, ...lacking } = photos;
  expect(faultsOf(language, { ...german, photos: lacking })).toEqual([`${language}.json lacks photos.left_other`]);
});

test('a Chinese text may write a discount as the tenths that must be paid', () => {
  const check = (text: string) =>
    checkTranslation({
      english: parseLocale('en.json', JSON.stringify({ off: '{{percent}} percent off' })),
      other: parseLocale('zh.json', JSON.stringify({ off: text })),
      language: 'zh-Hans',
      same: [],
    }).map(({ message }) => message);
  expect(check('{{tenths}}折')).toEqual([]);
  expect(check('折')).toEqual(['loses {{percent}} in off']);
});

test('a plural form with the number in words may omit the number, but the general form must not', () => {
  expect(faultsOf('de', germanWith({}, { left_other: 'Noch Fotos' }))).toEqual(['de.json loses {{count}} in photos.left_other']);
});

test('a text equal to English must be listed, but only as long as it is equal', () => {
  const shared = germanWith({ menu: 'Menu' });
  expect(faultsOf('de', shared)).toEqual(['de.json leaves card.menu in English: Menu']);
  expect(faultsOf('de', shared, ['card.menu'])).toEqual([]);
  expect(faultsOf('de', german, ['card.menu'])).toEqual(['locales/same-as-english.json allows de card.menu, which is not as in English']);
});
