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

/** '5.00' from 500: dollars with two decimals, without a currency sign (SPEC 9, credits and pricing). */
export const twoDecimals = (cents: Cents): string => (cents / 100).toFixed(2);
