import { expect, test } from 'vitest';
import { type ErrorCode, errors, tileOf } from '#shared/errors.ts';
import { checkLocale, checkOfferedLanguages } from './check-locales.ts';
import { parseSource } from './source-file.ts';
import { parseLocale } from './translations.ts';

const codes = Object.keys(errors) as ErrorCode[];
const failureTexts = { errors: Object.fromEntries(codes.map((code) => [tileOf(code), 'text'])) };
const completeTexts = {
  errors: Object.fromEntries(codes.map((code) => [code, 'text'])),
  video_generator: failureTexts,
  image_generator: failureTexts,
};
const usesAllErrors = `export const e = (t, kind, code) => [t(\`errors.\${code}\`), t(\`\${kind}_generator.errors.\${code}\`)];`;

const findingsIn = (texts: Record<string, unknown>, source: string) =>
  checkLocale(parseLocale('en.json', JSON.stringify(texts, undefined, 1)), [parseSource('a.tsx', `${source}\n${usesAllErrors}`)]).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  );

test.each([
  ["t('card.title')"],
  ["i18n.t('card.title', { count: 2 })"],
  ["const label = { key: 'card.title' }; t(label.key)"],
  [`t(\`card.\${name}\`)`],
  ["t(isOpen ? 'card.title' : 'card.title')"],
  ['<Trans i18nKey="card.title" />'],
  ["<Trans i18nKey={'card.title'} />"],
])('%s uses card.title', (source) => {
  expect(findingsIn({ ...completeTexts, card: { title: 'Card' } }, source)).toEqual([]);
});

test('a plural key is used if the code contains it without the plural suffix', () => {
  expect(findingsIn({ ...completeTexts, card: { title_one: 'Card', title_other: 'Cards' } }, "t('card.title', { count })")).toEqual([]);
});

test.each([
  ["t('card.title')", 'a.tsx:1 uses card.title, which en.json does not contain'],
  ["\n\nt('card.title')", 'a.tsx:3 uses card.title, which en.json does not contain'],
  ["t(isOpen ? 'card.title' : undefined)", 'a.tsx:1 uses card.title, which en.json does not contain'],
  [`t(\`card.\${name}\`)`, 'a.tsx:1 uses card.…, which en.json does not contain'],
  ['<Trans i18nKey="card.title" />', 'a.tsx:1 uses card.title, which en.json does not contain'],
])('the check reports %s if the text is missing', (source, finding) => {
  expect(findingsIn(completeTexts, source)).toEqual([finding]);
});

test('a key that starts with the kind of a batch needs a text for each kind', () => {
  const source = 't(`${kind}.title`)';
  expect(findingsIn({ ...completeTexts, video: { title: 'Video' }, image: { title: 'Image' } }, source)).toEqual([]);
  expect(findingsIn({ ...completeTexts, video: { title: 'Video' } }, source)).toEqual([
    'a.tsx:1 uses image.title, which en.json does not contain',
  ]);
});

test('the check reports an unused text at its line', () => {
  expect(findingsIn({ old: { title: 'Old' }, ...completeTexts }, '')).toEqual(['en.json:3 contains old.title, which no code uses']);
});

test('the check reports a missing text of an error or a failure class', () => {
  const { VendorRefused: _, ...otherErrors } = completeTexts.errors;
  const { content_policy: __, ...otherFailures } = failureTexts.errors;
  expect(
    findingsIn({ errors: otherErrors, video_generator: { errors: otherFailures }, image_generator: { errors: otherFailures } }, ''),
  ).toEqual([
    'en.json:1 has no text for errors.VendorRefused',
    'en.json:1 has no text for video_generator.errors.content_policy',
    'en.json:1 has no text for image_generator.errors.content_policy',
  ]);
});

test('the check reports the text of a removed error code, but not the text of an error code that exists only in the web app', () => {
  const texts = { errors: { ...completeTexts.errors, Unreachable: 'text' }, video_generator: failureTexts, image_generator: failureTexts };
  expect(findingsIn(texts, '')).toEqual([expect.stringContaining('contains errors.Unreachable, which no code uses')]);
  expect(findingsIn(texts, "throw new ApiError('Unreachable')")).toEqual([]);
});

test('the check reports an offered language without a folder, and the folder of a language that is not offered', () => {
  expect(checkOfferedLanguages(['en', 'de'], ['de', 'en'])).toEqual([]);
  expect(checkOfferedLanguages(['en', 'de'], ['en', 'ja']).map(({ path, message }) => `${path} ${message}`)).toEqual([
    'shared/languages.ts contains de, but locales/de/ does not exist',
    'locales/ja/common.json is not in shared/languages.ts',
  ]);
});
