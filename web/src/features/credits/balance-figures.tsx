import { useTranslation } from 'react-i18next';
import { type Balances, heldCents } from '#shared/credits/ledger.ts';
import { dollars } from '#web/lib/money.ts';

/** Marks the amount in the translated sentence, because the amount and the words have different looks. */
const mark = '\n';

/**
 * Shows the available balance in one line, so that the header has the same height while work runs. Only screen readers get the reserved
 * part here; the account menu shows it to everyone (decision 024).
 */
export function BalanceFigures({ balances }: { balances: Balances }) {
  const { t } = useTranslation();
  const held = heldCents(balances);
  const amount = dollars(balances.available);
  const [wordsBefore, , wordsAfter] = t('credits.available', { amount: mark + amount + mark }).split(mark);
  return (
    <p className="money shrink-0 text-base whitespace-nowrap text-muted">
      <span className="sr-only">{t('credits.balance')} </span>
      <span className="max-xl:sr-only">{wordsBefore}</span>
      <span className="font-semibold text-ink">{amount}</span>
      <span className="max-xl:sr-only">{wordsAfter}</span>
      {held > 0 && <span className="sr-only"> {t('credits.reserved', { amount: dollars(held) })}</span>}
    </p>
  );
}
