import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** Start Free for a visitor (checklist G1); to the tools for who is in already. */
export function WayIn({ batchPath }: { batchPath: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  return session.status === 'user' ? (
    <Link to={batchPath} className={buttonClass('primary', 'large')}>
      {t('landing.open_tool')}
    </Link>
  ) : (
    <Button kind="primary" size="large" onClick={signIn}>
      {t('auth.start_free')}
    </Button>
  );
}
