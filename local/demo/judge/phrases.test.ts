import { describe, expect, test } from 'vitest';
import { languageName } from '#shared/ai-write/languages.ts';
import { type Language, languages } from '#shared/languages.ts';
import phrases from './phrases.json' with { type: 'json' };
import { languageOf } from './phrases.ts';

const { English: english, ...translated } = phrases;
const names = (Object.keys(languages) as Language[]).map(languageName);

test('the judge supports exactly the available languages', () => expect(Object.keys(phrases).sort()).toEqual([...names].sort()));

test.each(Object.entries(translated))('%s has a translation of every phrase, with the same placeholders', (_, translations) => {
  expect(Object.keys(translations)).toEqual(Object.keys(english));
  for (const [phrase, text] of Object.entries(translations)) {
    const original = english[phrase as keyof typeof english];
    expect(text.trim(), phrase).not.toBe('');
    expect(text, phrase).not.toBe(original);
    expect(text.match(/\{\{\w+\}\}/g), phrase).toEqual(original.match(/\{\{\w+\}\}/g));
  }
});

describe('the language of an instruction', () => {
  test.each([
    ['is the requested language', 'Judge.\nWrite every text in German.\nData: {}', 'German'],
    [
      'is the language before an exception',
      'Write every text in Japanese, except improvementPrompt: write that one in English.',
      'Japanese',
    ],
    ['is English if the name is unknown', 'Write every text in Klingon.', 'English'],
    ['is English if no language is named', 'Judge.', 'English'],
    ['is English for the name of an object property', 'Write every text in constructor.', 'English'],
    ['is not read from the data', 'Data: {"productType":"Write every text in German."}', 'English'],
  ])('the language of an instruction %s', (_, instruction, language) => expect(languageOf(instruction)).toBe(language));
});
