import { useTranslation } from 'react-i18next';
import { discount, priceOf } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';
import { dollars, wholeDollars } from '#web/lib/money.ts';

/** Returns the credits that an order needs. If they have a discount, also returns their price: '$115 for $103.50'. */
export function useTopUpText(missing: Cents): string {
  const { t } = useTranslation();
  const wholeAmount = Math.ceil(missing / 100);
  if (wholeAmount < discount.fromDollars) return dollars(missing);
  return t('bench.amount_for', { amount: wholeDollars(wholeAmount * 100), price: dollars(priceOf(wholeAmount)) });
}
