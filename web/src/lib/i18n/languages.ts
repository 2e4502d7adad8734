/** The languages of the page and how one is chosen (SPEC 9, languages; Q70). */

/** Languages with a folder under locales/. */
export const languagesOnOffer: readonly string[] = ['en'];

/** Tried in this order where a text or a language is missing (SPEC 9). */
export const fallbackLanguages: readonly string[] = ['en', 'de', 'fr', 'id', 'ms', 'zh-Hant-TW'];

/** What browsers say, and what we call it. */
const aliases: Record<string, string> = {
  'zh-tw': 'zh-Hant-TW',
  'zh-hk': 'zh-Hant-TW',
  'zh-hant': 'zh-Hant-TW',
  'zh-cn': 'zh-Hans',
  'zh-sg': 'zh-Hans',
  zh: 'zh-Hans',
  tl: 'fil',
  in: 'id',
};

/** The first wanted language that is on offer: by its name, by its alias, by the part before the first hyphen; otherwise English. */
export function matchLanguage(wanted: readonly string[], offered: readonly string[] = languagesOnOffer): string {
  const find = (name: string | undefined) => offered.find((language) => language.toLowerCase() === name?.toLowerCase());
  for (const tag of wanted) {
    const prefix = tag.split('-')[0]?.toLowerCase() ?? '';
    const found = find(tag) ?? find(aliases[tag.toLowerCase()]) ?? find(prefix) ?? find(aliases[prefix]);
    if (found) return found;
  }
  return 'en';
}
