import { pageLanguage } from './page-language.ts';

/** Writes a whole number in the language of the page. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(pageLanguage()).format(value);
