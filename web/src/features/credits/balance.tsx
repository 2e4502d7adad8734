import { useTranslation } from 'react-i18next';
import { reserved } from '#shared/credits/ledger.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { dollars } from '#web/lib/money.ts';

/** The settled balance, and what of it is reserved for running videos (Q1). */
export function Balance() {
  const { t } = useTranslation();
  const profile = useProfile();
  if (!profile) return null;
  const balances = balancesOf(profile);
  const held = reserved(balances);
  return (
    <p className="money shrink-0 text-end leading-tight">
      <span className="sr-only">{t('credits.balance')} </span>
      <span className="block text-sm font-semibold">{dollars(balances.credits)}</span>
      {held > 0 && <span className="block text-xs whitespace-nowrap text-brass">{t('credits.reserved', { amount: dollars(held) })}</span>}
    </p>
  );
}
