/** Amounts as a seller reads them, in the language of the page: '$6.00', '6,00 $' (SPEC 9; checklist T14). */
import i18next from 'i18next';
import { type Cents, centsFromDollars, dollarsIn } from '#shared/money.ts';

const pageLanguage = (): string => i18next.language ?? 'en';

export const dollars = (cents: Cents, language = pageLanguage()): string => dollarsIn(language, cents);

/** The same from a number on the wire. */
export const wireDollars = (amount: number): string => dollars(centsFromDollars(amount));

/** '$50': of an amount that has no cents. */
export const wholeDollars = (cents: Cents): string => dollarsIn(pageLanguage(), cents, 0);
