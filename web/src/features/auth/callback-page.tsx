import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { queries } from '#web/lib/queries.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { redirectKey, safeRedirect } from '#web/lib/session/redirect-address.ts';
import { completeSignIn, readSessionState } from '#web/lib/session/session.ts';
import { localStore } from '#web/lib/storage.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { markFirstVisit, pageAfterSignIn } from './first-visit.ts';
import { renewProfile } from './get-profile.ts';

/** Whether the account that has signed in is new. If the profile cannot be read, the result is false. */
async function isNewAccount(): Promise<boolean> {
  const session = readSessionState();
  if (session.status !== 'user') return false;
  return renewProfile(queries, session.user.id).then(
    ({ isNew }) => isNew,
    () => false,
  );
}

/** Returns the page on which the seller continues. The profile is read only if the sign-in started on the landing page. */
async function nextPage(stored: string | undefined) {
  const address = safeRedirect(stored, window.location.origin);
  return pageAfterSignIn(address, address.split('?')[0] === paths.home && (await isNewAccount()));
}

/** Completes the sign-in and returns to the page where it was started (docs/spec.md 3.2). */
export function CallbackPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();

  useEffect(() => {
    let isUnmounted = false;
    completeSignIn().then(
      async () => {
        const { address, isFirstVisit } = await nextPage(localStore.read(redirectKey));
        if (isUnmounted) return;
        localStore.remove(redirectKey);
        if (isFirstVisit) markFirstVisit();
        navigate(address, { replace: true });
      },
      () => {
        if (isUnmounted) return;
        localStore.remove(redirectKey);
        toast({ message: t('auth.sign_in_failed'), durationMs: 6_000 });
        navigate('/', { replace: true });
      },
    );
    return () => {
      isUnmounted = true;
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
