/** Whether a word is about as short as 'Download'. Such a word fits beside another word in a narrow card. */
export const isShortWord = (word: string): boolean => /^(?:[\p{Script=Latin}\p{Script=Cyrillic}]{1,9}|\p{Script=Han}{1,4})$/u.test(word);

/** Returns the approximate width of a text in Latin letters. A Chinese, Japanese or Korean character is as wide as two letters. */
export const letterWidths = (text: string): number =>
  [...text].reduce(
    (sum, character) => sum + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u.test(character) ? 2 : 1),
    0,
  );
