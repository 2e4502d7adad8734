import { useTranslation } from 'react-i18next';
import { declineSignIn } from '#web/lib/session/session.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSignIn } from './sign-in.ts';

/** Informs the seller that the session has expired. The page behind the dialog does not change. */
export function ExpiredDialog() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  return (
    <Dialog
      open={session.status === 'user' && session.expired}
      onClose={declineSignIn}
      title={t('auth.expired_title')}
      alert
      actions={
        <>
          <Button onClick={declineSignIn}>{t('auth.expired_later')}</Button>
          <Button kind="primary" onClick={signIn}>
            {t('auth.expired_sign_in')}
          </Button>
        </>
      }
    >
      <p>{t('auth.expired_text')}</p>
    </Dialog>
  );
}
