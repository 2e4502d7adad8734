import { Plus, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reserved } from '#shared/credits/ledger.ts';
import { balancesOf, useProfile, useProfileFailure } from '#web/features/auth/get-profile.ts';
import { dollars } from '#web/lib/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { openTopUp } from './top-up.ts';

/** The settled balance, what of it is reserved for running videos (Q1), and the way to more (SPEC 2, shared layout). */
export function Balance() {
  const { t } = useTranslation();
  const profile = useProfile();
  const failure = useProfileFailure();
  if (!profile && failure)
    return (
      <IconButton label={t('account.load_again')} onClick={() => void failure.again()}>
        <RefreshCw aria-hidden className="size-4.5" />
      </IconButton>
    );
  if (!profile) return null;
  const balances = balancesOf(profile);
  const held = reserved(balances);
  return (
    <div className="flex shrink-0 items-center gap-1">
      <p className="money text-end leading-tight">
        <span className="sr-only">{t('credits.balance')} </span>
        <span className="block text-sm font-semibold">{dollars(balances.credits)}</span>
        {held > 0 && <span className="block text-xs whitespace-nowrap text-brass">{t('credits.reserved', { amount: dollars(held) })}</span>}
      </p>
      <IconButton label={t('credits.add')} onClick={() => openTopUp()}>
        <Plus aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  );
}
