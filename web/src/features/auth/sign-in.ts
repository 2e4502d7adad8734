import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { signIn } from '#web/lib/session/session.ts';
import { useToast } from '#web/ui/toast.tsx';

/** Starts the sign-in, and shows an error if the sign-in page cannot be reached. */
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
