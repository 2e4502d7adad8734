import { AccountMenu } from '#web/features/auth/account-menu.tsx';
import { ExpiredDialog } from '#web/features/auth/expired-dialog.tsx';
import { ProfileTrouble } from '#web/features/auth/profile-trouble.tsx';
import { Welcome } from '#web/features/auth/welcome.tsx';
import { Balance } from '#web/features/credits/balance.tsx';
import { TopUpHost } from '#web/features/credits/top-up-host.tsx';
import { Boundary, PartFailed } from '#web/ui/boundary.tsx';

/** What the header shows, and says, to a signed-in seller. */
export function SignedInTools() {
  return (
    <>
      <Balance />
      <AccountMenu />
      <Boundary fallback={<PartFailed />}>
        <ExpiredDialog />
        <ProfileTrouble />
        <Welcome />
        <TopUpHost />
      </Boundary>
    </>
  );
}
