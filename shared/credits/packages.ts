/** Packages and prices of top-ups (docs/spec.md 13.1, 13.2). The server and the dialog use the same rules. */
import type { Cents } from '../money.ts';

export type PackageId = 'pkg_10' | 'pkg_50' | 'custom';

export type TopUpPackage = {
  id: PackageId;
  /** Credits that are added to the balance. */
  amount: Cents;
  /** Price that the seller pays. */
  price: Cents;
  /** Price before the discount. It is equal to `amount`. */
  originalPrice: Cents;
  popular: boolean;
};

/** A custom amount in whole dollars (docs/spec.md 13.2). */
export const customAmount = { min: 1, max: 1000, step: 1, initial: 100 } as const;

/** Format of the ids of Stripe's checkout sessions. */
export const checkoutSessionId = /^cs_\w{1,200}$/;

/**
 * Credits for at least `fromDollars` dollars cost `percent` percent less. The promo banner also shows this discount (docs/spec.md 13.1).
 */
export const discount = { fromDollars: 50, percent: 10 } as const;

/**
 * Values of the discount for texts. `percent` is the discount. `tenths` is for Chinese texts. It is the remaining price in tenths (10
 * percent off is 9折).
 */
export const discountFigures = { percent: discount.percent, tenths: (100 - discount.percent) / 10 };

/**
 * Returns the price for an amount of credits.
 * @param dollars a whole number, so that the price is in whole cents.
 */
export const priceOf = (dollars: number): Cents => dollars * (dollars >= discount.fromDollars ? 100 - discount.percent : 100);

/**
 * Returns whether a price in dollars is equal to a price in cents. The comparison has a tolerance, because 57 × 0.9 is 51.300000000000004
 * in floating point.
 */
export const isPrice = (dollars: number, price: Cents): boolean => Math.abs(dollars * 100 - price) < 1e-6;

const packageOf = (id: PackageId, dollars: number, popular = false): TopUpPackage => ({
  id,
  amount: dollars * 100,
  price: priceOf(dollars),
  originalPrice: dollars * 100,
  popular,
});

export const packages: readonly TopUpPackage[] = [packageOf('pkg_10', 10), packageOf('pkg_50', 50, true)];
/** The package that is selected when the top-up dialog opens. */
export const defaultPackageId: PackageId = 'pkg_50';

/** Returns the fixed package for an amount in dollars, or a custom package if no fixed package has this amount. */
export const packageFor = (dollars: number): TopUpPackage =>
  packages.find(({ amount }) => amount === dollars * 100) ?? packageOf('custom', dollars);

export type AmountErrorCode = 'TopUpAmountInvalid' | 'TopUpAmountTooLarge';

/** Returns the error code of an invalid amount of dollars, otherwise undefined. */
export function amountError(dollars: number): AmountErrorCode | undefined {
  if (!Number.isInteger(dollars) || dollars < customAmount.min) return 'TopUpAmountInvalid';
  return dollars > customAmount.max ? 'TopUpAmountTooLarge' : undefined;
}

/** Reads an amount of dollars that a user typed. Returns NaN if the text is not a plain number, for example for '', '1e2' or '0x10'. */
export const parseDollars = (text: string): number => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN);
