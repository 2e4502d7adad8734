import { languageParameter } from '#shared/language-cookie.ts';
import { choosePageLanguage } from '#shared/page-language.ts';
import { readStoredLanguage } from './stored-language.ts';

let language = 'en';

/** Returns the language of the texts on the page. */
export const pageLanguage = (): string => language;

/** Sets the language of the texts on the page. During the build, there is no document. */
export function setPageLanguage(next: string): void {
  language = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

/** Returns the language of the URL, otherwise of an earlier visit, otherwise of the browser (docs/spec.md 19.2). */
export function detectLanguage(): string {
  const { searchParams } = new URL(window.location.href);
  return choosePageLanguage(searchParams.get(languageParameter), readStoredLanguage(), navigator.languages);
}
