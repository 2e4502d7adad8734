/** What a top-up costs (SPEC 9 'Credits and pricing'; checklist E2 to E7). The server and the dialog read the same rules. */
import type { Cents } from '../money.ts';

export type PackageId = 'pkg_10' | 'pkg_50' | 'custom';

export type TopUpPackage = {
  id: PackageId;
  /** Credits that are added. */
  amount: Cents;
  /** What is paid for them. */
  price: Cents;
  /** What they would cost without the discount, which is the amount itself (Q14). */
  originalPrice: Cents;
  popular: boolean;
};

/** A custom amount in whole dollars (SPEC 5). */
export const customAmount = { min: 1, max: 1000, step: 1, initial: 100 } as const;

/** From this amount on, in dollars, a purchase costs so many percent less (SPEC 9; also the promo banner's). */
/** The form of the ids of Stripe's checkout sessions. */
export const checkoutSessionId = /^cs_\w{1,200}$/;

export const discount = { fromDollars: 50, percent: 10 } as const;

/** The discount as texts write it: 'percent' off, or in Chinese the 'tenths' that are paid (SPEC 9: 10 percent off, 9折). */
export const discountFigures = { percent: discount.percent, tenths: (100 - discount.percent) / 10 };

/**
 * The price of an amount of credits.
 * @param dollars a whole number, so that the price is one of whole cents.
 */
export const priceOf = (dollars: number): Cents => dollars * (dollars >= discount.fromDollars ? 100 - discount.percent : 100);

/** Whether dollars that somebody reckoned are this price: 57 × 0.9 is 51.300000000000004. */
export const isPrice = (dollars: number, price: Cents): boolean => Math.abs(dollars * 100 - price) < 1e-6;

const packageOf = (id: PackageId, dollars: number, popular = false): TopUpPackage => ({
  id,
  amount: dollars * 100,
  price: priceOf(dollars),
  originalPrice: dollars * 100,
  popular,
});

export const packages: readonly TopUpPackage[] = [packageOf('pkg_10', 10), packageOf('pkg_50', 50, true)];
/** What is chosen when the dialog opens (checklist E3). */
export const defaultPackageId: PackageId = 'pkg_50';

/** The package of an amount in dollars: one of the fixed ones, or one of its own. */
export const packageFor = (dollars: number): TopUpPackage =>
  packages.find(({ amount }) => amount === dollars * 100) ?? packageOf('custom', dollars);

export type AmountRefusal = 'TopUpAmountInvalid' | 'TopUpAmountTooLarge';

/** Why an amount of dollars cannot be bought; nothing where it can (checklist E5, E6). */
export function amountRefusal(dollars: number): AmountRefusal | undefined {
  if (!Number.isInteger(dollars) || dollars < customAmount.min) return 'TopUpAmountInvalid';
  return dollars > customAmount.max ? 'TopUpAmountTooLarge' : undefined;
}

/** The dollars in what somebody typed; NaN for what is no plain number, such as '', '1e2' or '0x10'. */
export const dollarsIn = (text: string): number => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN);
