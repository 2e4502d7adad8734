import { Plus, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { balancesOf, useProfile, useProfileFailure } from '#web/features/auth/get-profile.ts';
import { IconButton } from '#web/ui/button.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { knownBalances, storeBalances } from './known-balances.ts';
import { openTopUp } from './top-up.ts';

/** The balance in the header and the button that opens the top-up dialog (docs/spec.md 2.2). */
export function Balance() {
  const { t } = useTranslation();
  const profile = useProfile();
  const failure = useProfileFailure();
  useEffect(() => {
    if (profile) storeBalances(balancesOf(profile));
  }, [profile]);
  if (!profile && failure)
    return (
      <IconButton label={t('account.load_again')} onClick={() => void failure.retry()}>
        <RefreshCw aria-hidden className="size-4.5" />
      </IconButton>
    );
  const balances = profile ? balancesOf(profile) : knownBalances();
  if (!balances) return null;
  return (
    <div className="flex shrink-0 items-center gap-1">
      <BalanceFigures balances={balances} />
      <IconButton label={t('credits.add')} onClick={() => openTopUp()}>
        <Plus aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  );
}
