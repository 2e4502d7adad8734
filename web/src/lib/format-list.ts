/** Formats words as a list in a language: 'a, b and c'. */
export const formatList = (words: readonly string[], language: string): string => new Intl.ListFormat(language).format(words);
