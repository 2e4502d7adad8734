import { useTranslation } from 'react-i18next';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** Shows Start Free to a visitor, and a link to the tools to a signed-in user (docs/spec.md 2.3). */
export function EntryButton({ batchPath }: { batchPath: string }) {
  const { t } = useTranslation();
  const session = useSession();
  return session.status === 'user' ? (
    <Link to={batchPath} className={buttonClass('primary', 'large')}>
      {t('landing.open_tool')}
    </Link>
  ) : (
    <SignInForm>
      <Button kind="primary" size="large" type="submit">
        {t('auth.start_free')}
      </Button>
    </SignInForm>
  );
}
