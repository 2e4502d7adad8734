/** Whether a word is about as short as 'Download', so that it fits beside another word in a narrow card. */
export const isShortWord = (word: string): boolean => /^(?:[\p{Script=Latin}\p{Script=Cyrillic}]{1,9}|\p{Script=Han}{1,4})$/u.test(word);
