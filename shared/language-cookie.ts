/** Names of the storage entries and of the query parameter that contain the language (docs/spec.md 19.2). */

/** The entry in local storage. */
export const languageStorageKey = 'i18nextLng';
/** The cookie contains a copy of the language for the CDN. The CDN cannot read local storage. */
export const languageCookie = 'lang';
/** The query parameter that selects a language. */
export const languageParameter = 'lang';

const secondsMax = 365 * 24 * 60 * 60;

/** Returns the text that sets the cookie. */
export const languageCookieText = (language: string, protocol: string): string =>
  `${languageCookie}=${language}; path=/; max-age=${secondsMax}; samesite=lax${protocol === 'https:' ? '; secure' : ''}`;
