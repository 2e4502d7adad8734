/** The language of earlier visits (docs/spec.md 19.2). */
import { languageCookieText, languageStorageKey } from '#shared/language-cookie.ts';
import { localStore } from '#web/lib/storage.ts';

export const readStoredLanguage = (): string | undefined => localStore.read(languageStorageKey);

export function storeLanguage(language: string): void {
  localStore.write(languageStorageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = languageCookieText(language, window.location.protocol);
}
