/** Amounts as a seller reads them: '$6.00' (SPEC 9: dollars with two decimals). */
import { type Cents, centsFromDollars, twoDecimals } from '#shared/money.ts';

export const dollars = (cents: Cents): string => `$${twoDecimals(cents)}`;

/** The same from a number on the wire. */
export const wireDollars = (amount: number): string => dollars(centsFromDollars(amount));
