import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { LegalLinks } from '#web/features/legal/legal-links.tsx';
import { Navigate } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Without JavaScript, the sign-in buttons open this page. With JavaScript, they start the sign-in directly. */
export function SignInPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'user') return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageTitle page={t('auth.sign_in_title')} />
      <PageWidth width="read" className="grid min-h-[60dvh] content-center justify-items-center gap-6 py-16 text-center">
        <h1 className="text-4xl font-semibold">{t('auth.sign_in_title')}</h1>
        <noscript>
          <p className="max-w-md rounded-md bg-brass-soft px-4 py-3 text-ink">{t('auth.sign_in_script')}</p>
        </noscript>
        <SignInForm>
          <Button kind="primary" size="large" type="submit">
            {t('auth.sign_in_google')}
          </Button>
        </SignInForm>
        <div className="text-base text-muted">
          <p>{t('auth.sign_in_agree')}</p>
          <LegalLinks className="mt-1 flex flex-wrap justify-center gap-x-6 gap-y-1" />
        </div>
      </PageWidth>
    </>
  );
}
