import { useTranslation } from 'react-i18next';
import { type Balances, reserved } from '#shared/credits/ledger.ts';
import { dollars } from '#web/lib/money.ts';

/** Shows the settled balance. While work runs, also shows the held and the available part (docs/spec.md 12.2). */
export function BalanceFigures({ balances }: { balances: Balances }) {
  const { t } = useTranslation();
  const held = reserved(balances);
  return (
    <p className="money shrink-0 text-end leading-tight">
      <span className="sr-only">{t('credits.balance')} </span>
      <span className="block text-base font-semibold">{dollars(balances.credits)}</span>
      {held > 0 && (
        <span className="flex flex-wrap justify-end gap-x-2 text-sm whitespace-nowrap text-brass max-sm:flex-col max-sm:text-xs max-sm:leading-tight">
          <span>{t('credits.reserved', { amount: dollars(held) })}</span>
          <span>{t('credits.available', { amount: dollars(balances.available) })}</span>
        </span>
      )}
    </p>
  );
}
