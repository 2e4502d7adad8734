import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useProfileFailure } from './get-profile.ts';
import { useSignOut } from './use-sign-out.ts';

const noticeMs = 20_000;

/** Shows why a profile cannot be read. For example, the account was deleted on another device, or too many accounts were created. */
export function ProfileFailureNotice() {
  const { t } = useTranslation();
  const toast = useToast();
  const signOut = useSignOut();
  const { code, hasNoProfile = false, retry } = useProfileFailure() ?? {};

  const isSilent = code === 'AccountDeleted' || code === 'Unauthorized';
  const problem = code === 'TooManyRequests' ? 'too_many_accounts' : code && hasNoProfile && !isSilent ? 'load_failed' : undefined;

  const showProblem = useEffectEvent((shownProblem: NonNullable<typeof problem>) => {
    if (shownProblem === 'too_many_accounts') return toast({ message: t('auth.too_many_accounts'), durationMs: noticeMs });
    toast({ message: t('account.load_failed'), durationMs: noticeMs, action: { label: t('common.try_again'), run: () => retry?.() } });
  });
  // The message is shown only once for each failure. A change of the language is not a new failure.
  useEffect(() => {
    if (problem) showProblem(problem);
  }, [problem]);

  return (
    <Dialog
      open={code === 'AccountDeleted'}
      onClose={signOut}
      title={t('account.deleted_title')}
      alert
      actions={
        <Button kind="primary" onClick={signOut}>
          {t('account.deleted_leave')}
        </Button>
      }
    >
      <p>{t('account.deleted_text')}</p>
    </Dialog>
  );
}
