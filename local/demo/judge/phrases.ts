/** Texts of the judge in each language that an instruction can request. */
import phrases from './phrases.json' with { type: 'json' };

export type Phrase = keyof typeof phrases.English;
/** The English names of the languages. Instructions use the same names. */
export type LanguageName = keyof typeof phrases;

const isKnown = (name: string): name is LanguageName => Object.hasOwn(phrases, name);

/** Returns the language in a line such as "Write every text in German.". The default is English. */
export function languageOf(instruction: string): LanguageName {
  const [, name = ''] = /^Write every text in ([^.,\n]+)/m.exec(instruction) ?? [];
  return isKnown(name) ? name : 'English';
}

export const phraseIn = (language: LanguageName, phrase: Phrase): string => phrases[language][phrase];
