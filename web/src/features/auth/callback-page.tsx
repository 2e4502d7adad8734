import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { redirectKey, safeRedirect } from '#web/lib/session/redirect-address.ts';
import { completeSignIn } from '#web/lib/session/session.ts';
import { localStore } from '#web/lib/storage.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Completes the sign-in and returns to the page where it was started (docs/spec.md 3.2). */
export function CallbackPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();

  useEffect(() => {
    let gone = false;
    completeSignIn().then(
      () => {
        if (gone) return;
        const stored = localStore.read(redirectKey);
        localStore.remove(redirectKey);
        void navigate(safeRedirect(stored, window.location.origin), { replace: true });
      },
      () => {
        if (gone) return;
        localStore.remove(redirectKey);
        toast({ message: t('auth.sign_in_failed'), durationMs: 6_000 });
        void navigate('/', { replace: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [navigate, toast, t]);

  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <PageTitle page={t('auth.callback_title')} />
      <div role="status" className="flex items-center gap-3">
        <Spinner />
        <h1 className="font-sans text-xl tracking-normal">{t('auth.completing')}</h1>
      </div>
    </main>
  );
}
