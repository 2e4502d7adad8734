import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signOut } from '#web/lib/session/session.ts';
import { useToast } from '#web/ui/toast.tsx';

const noticeMs = 6_000;

/** Returns a function that signs out and removes all data of the account from the page. If this fails, the function shows a message. */
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
