import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { BalanceFigures } from '#web/features/credits/balance-figures.tsx';
import { knownBalances } from '#web/features/credits/known-balances.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';

// Visitors do not need these tools, so they are not part of the first download.
const SignedInTools = lazy(async () => ({ default: (await import('./signed-in-tools.tsx')).SignedInTools }));

/** On very narrow phones, the texts of the two buttons wrap, so that the buttons are not wider than the window. */
const narrowButtonClass = 'seller:invisible max-xs:min-w-0 max-xs:px-2 max-xs:leading-tight max-xs:whitespace-normal';

/** After a reload, the header shows the last known balance until the session and the profile are loaded. */
function AccountLoading() {
  const balances = knownBalances();
  return (
    <>
      {balances && (
        <div className="flex shrink-0 items-center gap-1">
          <BalanceFigures balances={balances} />
          <span className="size-9 touch:size-11" aria-hidden />
        </div>
      )}
      <span className="size-10" aria-hidden />
    </>
  );
}

/** The end of the header: sign-in buttons for a visitor, otherwise the balance and the account menu. */
export function AccountArea() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'loading') return <AccountLoading />;
  if (session.status === 'user')
    return (
      <Suspense fallback={<AccountLoading />}>
        <SignedInTools />
      </Suspense>
    );
  return (
    <SignInForm>
      <Button kind="quiet" size="small" type="submit" className={narrowButtonClass}>
        {t('auth.login')}
      </Button>
      <Button kind="primary" size="small" type="submit" className={narrowButtonClass}>
        {t('auth.start_free')}
      </Button>
    </SignInForm>
  );
}
