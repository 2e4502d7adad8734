import { useTranslation } from 'react-i18next';
import { type Balances, heldCents } from '#shared/credits/ledger.ts';
import { dollars } from '#web/lib/money.ts';

/** Separates the amount from the words in the translated sentence, because they have different styles. */
const mark = '\n';

/**
 * Shows the available balance in one line, so that the height of the header never changes. Only screen readers read the reserved amount
 * here. The account menu shows the reserved amount to all users (decision 024).
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
