import { lazy, Suspense } from 'react';
import { AccountMenu } from '#web/features/auth/account-menu.tsx';
import { ExpiredDialog } from '#web/features/auth/expired-dialog.tsx';
import { hasFirstVisitMark } from '#web/features/auth/first-visit.ts';
import { ProfileFailureNotice } from '#web/features/auth/profile-failure-notice.tsx';
import { Welcome } from '#web/features/auth/welcome.tsx';
import { Balance } from '#web/features/credits/balance.tsx';
import { TopUpHost } from '#web/features/credits/top-up-host.tsx';
import { WithQueries } from '#web/lib/with-queries.tsx';
import { Boundary } from '#web/ui/boundary.tsx';
import { DialogFailed } from '#web/ui/dialog-failed.tsx';

// Only a new account needs the samples.
const FirstVisit = lazy(async () => ({ default: (await import('./first-visit.tsx')).FirstVisit }));

/** The header's controls and dialogs for a signed-in user. */
export function SignedInTools() {
  return (
    <WithQueries>
      <Balance />
      <AccountMenu />
      <Boundary fallback={<DialogFailed />}>
        <ExpiredDialog />
        <ProfileFailureNotice />
        <Welcome />
        <TopUpHost />
        {hasFirstVisitMark() && (
          <Suspense fallback={null}>
            <FirstVisit />
          </Suspense>
        )}
      </Boundary>
    </WithQueries>
  );
}
