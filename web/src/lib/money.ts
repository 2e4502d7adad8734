/** Formats amounts in the language of the page: '$6.00', '6,00 $' (docs/spec.md 19.4). */
import { type Cents, centsFromDollars, dollarsIn } from '#shared/money.ts';
import { pageLanguage } from './i18n/page-language.ts';

export const dollars = (cents: Cents, language = pageLanguage()): string => dollarsIn(language, cents);

/** Formats an amount from an API response. Such an amount is in dollars. */
export const dollarsFromApi = (amount: number): string => dollars(centsFromDollars(amount));

/** Formats an amount without cents: '$50'. */
export const wholeDollars = (cents: Cents): string => dollarsIn(pageLanguage(), cents, 0);
