import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signOut } from '#web/lib/session/session.ts';
import { useToast } from '#web/ui/toast.tsx';

const noticeMs = 6_000;

/** Answers how to sign out: nothing that was read for the account stays, and where it fails that is said. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  return () =>
    void signOut().then(
      () => queries.clear(),
      (error: unknown) => {
        console.error('sign-out failed', error);
        toast({ message: t('auth.sign_out_failed'), durationMs: noticeMs });
      },
    );
}
