import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { signIn } from '#web/lib/session/session.ts';
import { useToast } from '#web/ui/toast.tsx';

/** Starts sign-in, and says so when even that cannot be reached. */
export function useSignIn(): () => void {
  const { t } = useTranslation();
  const toast = useToast();
  return useCallback(() => {
    signIn().catch((error: unknown) => {
      console.error('sign-in could not start', error);
      toast({ message: t('auth.sign_in_unreachable'), durationMs: 6_000 });
    });
  }, [t, toast]);
}
