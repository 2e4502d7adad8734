/** An amount of money in whole US cents. Everything inside the product counts in cents. */
export type Cents = number;

/** Dollars as they stand on the wire (a number with two decimals), from whole cents. */
export const dollarsFromCents = (cents: Cents): number => cents / 100;

/**
 * Whole cents from dollars on the wire.
 * @throws RangeError when the dollars are not a whole number of cents.
 */
export function centsFromDollars(dollars: number): Cents {
  const cents = Math.round(dollars * 100);
  if (Math.abs(cents - dollars * 100) > 1e-6) throw new RangeError(`${dollars} is not a whole number of cents`);
  return cents;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * '$6.00', '6,00 $': cents as a reader of a language writes dollars (SPEC 9; checklist T14). The sign is the plain one, as in the
 * texts around it. `decimals` are 0 where the amount is whole and its cents say nothing.
 */
export function dollarsIn(language: string, cents: Cents, decimals: 0 | 2 = 2): string {
  const key = `${language} ${decimals}`;
  // A page of a hundred cards writes thousands of amounts, and a format costs more to make than to use.
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(key, format);
  return format.format(cents / 100);
}

/** '5.00' from 500: dollars with two decimals, without a currency sign (SPEC 9, credits and pricing). */
export const twoDecimals = (cents: Cents): string => (cents / 100).toFixed(2);
