import { expect, test } from 'vitest';
import { isShortWord, letterWidths } from './short-word.ts';

test.each([
  ['Download', true],
  ['Скачать', true],
  ['下载', true],
  ['Herunterladen', false],
  ['Muat turun', false],
  ['ダウンロード', false],
  ['', false],
])('isShortWord returns, for %j: %s', (word, isShort) => {
  expect(isShortWord(word)).toBe(isShort);
});

test.each([
  ['Review 5', 8],
  ['5件を確認', 9],
  ['다운로드', 8],
  ['', 0],
])('%j is as wide as %i letters', (text, width) => {
  expect(letterWidths(text)).toBe(width);
});
