import { AccountMenu } from '#web/features/auth/account-menu.tsx';
import { ExpiredDialog } from '#web/features/auth/expired-dialog.tsx';
import { ProfileTrouble } from '#web/features/auth/profile-trouble.tsx';
import { Welcome } from '#web/features/auth/welcome.tsx';
import { Balance } from '#web/features/credits/balance.tsx';
import { TopUpHost } from '#web/features/credits/top-up-host.tsx';
import { Boundary } from '#web/ui/boundary.tsx';
import { DialogFailed } from '#web/ui/dialog-failed.tsx';

/** The header's controls and dialogs for a signed-in user. */
export function SignedInTools() {
  return (
    <>
      <Balance />
      <AccountMenu />
      <Boundary fallback={<DialogFailed />}>
        <ExpiredDialog />
        <ProfileTrouble />
        <Welcome />
        <TopUpHost />
      </Boundary>
    </>
  );
}
