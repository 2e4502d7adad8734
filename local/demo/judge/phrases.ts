/** The wording of what the judge finds, in the languages that an instruction can ask for. */
import phrases from './phrases.json' with { type: 'json' };

export type Phrase = keyof typeof phrases.English;
/** English names, as instructions use them. */
export type LanguageName = keyof typeof phrases;

const isKnown = (name: string): name is LanguageName => Object.hasOwn(phrases, name);

/** Returns the language that a line such as "Write every text in German." names; English if the line is missing or the language is unknown. */
export function languageOf(instruction: string): LanguageName {
  const [, name = ''] = /^Write every text in ([^.,\n]+)/m.exec(instruction) ?? [];
  return isKnown(name) ? name : 'English';
}

export const say = (language: LanguageName, phrase: Phrase): string => phrases[language][phrase];
