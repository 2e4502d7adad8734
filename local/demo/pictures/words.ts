/** Finds words in a prompt: whole words in any case; characters of scripts without spaces match anywhere. */

/** @param words may be regular expressions. */
export const wordsPattern = (words: readonly string[], signs?: string): RegExp =>
  new RegExp(`(?<![\\p{Script=Latin}\\p{N}])(?:${words.join('|')})(?![\\p{Script=Latin}\\p{N}])${signs ? `|${signs}` : ''}`, 'giu');

export const mentioned = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;
