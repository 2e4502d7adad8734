import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { useToast, welcomeToastDurationMs } from '#web/ui/toast.tsx';
import { useProfile } from './get-profile.ts';

/** The welcome appears this long after a new account is first seen (SPEC 4). */
const welcomeDelayMs = 1_500;
const welcomedKey = (id: string) => `vitrine.welcomed.${id}`;

/** Greets a new account, once (Q59). */
export function Welcome() {
  const { t } = useTranslation();
  const toast = useToast();
  const profile = useProfile();
  const newId = profile?.isNew ? profile.id : undefined;

  useEffect(() => {
    if (!newId || window.localStorage.getItem(welcomedKey(newId))) return;
    const timer = window.setTimeout(() => {
      window.localStorage.setItem(welcomedKey(newId), new Date().toISOString());
      toast({
        message: t('auth.welcome_message', { bonus: signupBonusCents / 100 }),
        type: 'welcome',
        durationMs: welcomeToastDurationMs,
      });
    }, welcomeDelayMs);
    return () => window.clearTimeout(timer);
  }, [newId, t, toast]);
  return null;
}
