import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { wholeDollars } from '#web/lib/money.ts';
import { localStore } from '#web/lib/storage.ts';
import { useToast } from '#web/ui/toast.tsx';
import { welcomeToastDurationMs } from '#web/ui/toast-store.ts';
import { useProfile } from './get-profile.ts';
import { sendWelcomeMail } from './send-welcome-mail.ts';

/** Delay between the first read of a new account and the welcome message (docs/spec.md 3.5). */
const welcomeDelayMs = 1_500;
/** Delay before the request for the welcome mail (docs/spec.md 3.5). The server sends the mail only once. */
const mailDelayMs = 2_000;
const welcomedKey = (id: string) => `vitrine.welcomed.${id}`;

/** Shows a welcome message for a new account, only once. */
export function Welcome() {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  const profile = useProfile();
  const newId = profile?.isNew ? profile.id : undefined;

  useEffect(() => {
    if (!newId || localStore.read(welcomedKey(newId))) return;
    const timer = window.setTimeout(() => {
      localStore.write(welcomedKey(newId), new Date().toISOString());
      toast({
        message: t('auth.welcome_message', { bonus: wholeDollars(signupBonusCents) }),
        type: 'welcome',
        durationMs: welcomeToastDurationMs,
      });
    }, welcomeDelayMs);
    return () => window.clearTimeout(timer);
  }, [newId, t, toast]);

  const language = i18n.language;
  useEffect(() => {
    if (!newId) return;
    const timer = window.setTimeout(() => {
      sendWelcomeMail(language).catch((error: unknown) => console.info('the welcome mail could not be requested', error));
    }, mailDelayMs);
    return () => window.clearTimeout(timer);
  }, [newId, language]);
  return null;
}
