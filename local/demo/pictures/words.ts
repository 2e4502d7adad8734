/** Finds whole words in a prompt, in upper or lower case. Characters of scripts without spaces match anywhere. */

/** @param words words, or parts of regular expressions */
export const createWordsPattern = (words: readonly string[], characters?: string): RegExp =>
  new RegExp(
    `(?<![\\p{Script=Latin}\\p{N}])(?:${words.join('|')})(?![\\p{Script=Latin}\\p{N}])${characters ? `|${characters}` : ''}`,
    'giu',
  );

export const isMentioned = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;
