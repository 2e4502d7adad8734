/** Amount in whole US cents. Inside the product, all amounts are in cents. */
export type Cents = number;

/** Converts cents to the dollars of requests and responses, a number with two decimals. */
export const dollarsFromCents = (cents: Cents): number => cents / 100;

/**
 * Converts dollars of a request or response to cents.
 * @throws RangeError if the dollars are not a whole number of cents.
 */
export function centsFromDollars(dollars: number): Cents {
  const cents = Math.round(dollars * 100);
  if (Math.abs(cents - dollars * 100) > 1e-6) throw new RangeError(`${dollars} is not a whole number of cents`);
  return cents;
}

const formats = new Map<string, Intl.NumberFormat>();

/** In these languages, many readers use '$' for their own currency, for example the Taiwan dollar or the Mexican peso. */
const otherDollarLanguages: readonly string[] = ['zh-Hant-TW', 'es', 'pt'];

/**
 * Formats cents as dollars in a language, for example '$6.00', '6,00 $' or 'US$6.00' (docs/spec.md 19.4). Uses the short sign '$' in
 * languages whose readers understand it as US dollars. Set `decimals` to 0 for an amount in whole dollars.
 */
export function dollarsIn(language: string, cents: Cents, decimals: 0 | 2 = 2): string {
  const key = `${language} ${decimals}`;
  // The formats are cached, because creating a format takes longer than using it. A page with a hundred cards formats thousands of amounts.
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: otherDollarLanguages.includes(language) ? 'symbol' : 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(key, format);
  return format.format(cents / 100);
}

/** Formats dollars with two decimals, without a currency sign: 500 cents become '5.00' (docs/spec.md 12.3). */
export const twoDecimals = (cents: Cents): string => (cents / 100).toFixed(2);
