import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { heldCents } from '#shared/credits/ledger.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { dollars } from '#web/lib/money.ts';

/** The available and the reserved part of the balance, above a button to add credits. */
export function BalanceSummary({ children, className = '' }: { children: ReactNode; className?: string }) {
  const { t } = useTranslation();
  const profile = useProfile();
  if (!profile) return null;
  const balances = balancesOf(profile);
  const figures = [
    { label: t('transactions.available'), amount: balances.available },
    { label: t('transactions.reserved'), amount: heldCents(balances) },
  ];
  return (
    <div className={`rounded-md bg-brass-soft p-3 ${className}`}>
      {/* These are not `dl` elements, because this summary is also part of a menu, and a menu must not contain a list. */}
      <div className="money grid grid-cols-2 gap-3">
        {figures.map(({ label, amount }) => (
          <div key={label}>
            <span className="block text-sm text-brass">{label}</span>
            <span className="block text-xl font-semibold">{dollars(amount)}</span>
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
