import { Download, LogOut, Trash2, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { AutoTopUpSection } from '#web/features/credits/auto-top-up-section.tsx';
import { codeOf } from '#web/lib/api.ts';
import { saveAddress } from '#web/lib/download.ts';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';
import { dollars } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { dateAndTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { exportAccount } from './export-account.ts';
import { balancesOf, useProfile, useProfileFailure } from './get-profile.ts';
import { MarketplacesSection } from './marketplaces-section.tsx';
import { useSignIn } from './sign-in.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { useSignOut } from './use-sign-out.ts';

/** The account: name and e-mail, data export, and deletion (docs/spec.md 3.7, 3.8). */
export function AccountPage() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  // The build prerenders the page in the state in which the session is still loading.
  const status = useIsPrerendered() ? 'loading' : session.status;
  return (
    <>
      <PageTitle page={t('account.title')} />
      <PageWidth className="min-h-dvh pt-8 lg:pt-12">
        <h1 className="text-4xl font-semibold">{t('account.title')}</h1>
        {status === 'loading' && <Loading label={t('common.loading')} className="py-20" />}
        {status === 'anonymous' && (
          <div className="grid justify-items-center gap-4 py-20 text-center">
            <span className="grid size-14 place-items-center rounded-full bg-sand text-accent-text">
              <UserRound aria-hidden className="size-7" />
            </span>
            <p className="max-w-md text-muted">{t('account.signed_out')}</p>
            <Button kind="primary" onClick={signIn}>
              {t('auth.login')}
            </Button>
          </div>
        )}
        {status === 'user' && <Sections />}
      </PageWidth>
    </>
  );
}

function Sections() {
  const { t, i18n } = useTranslation();
  const profile = useProfile();
  const failure = useProfileFailure();
  if (!profile && failure)
    return (
      <div role="alert" className="grid justify-items-center gap-4 py-16 text-center">
        <p>{t('account.load_failed')}</p>
        <Button onClick={() => void failure.retry()}>{t('common.try_again')}</Button>
      </div>
    );
  if (!profile) return <Loading label={t('common.loading')} className="py-20" />;
  const facts = [
    { label: t('account.name'), value: profile.name },
    { label: t('account.email'), value: profile.email },
    { label: t('account.since'), value: dateAndTime(profile.created_at, i18n.language) },
    { label: t('account.balance'), value: dollars(balancesOf(profile).credits) },
  ];
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Panel aria-label={t('account.profile')}>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-1">
          {facts.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-base text-muted">{label}</dt>
              <dd className="money font-semibold break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-base text-muted">{t('account.from_google')}</p>
        <p className="mt-2 text-base">
          <Link to={paths.transactions} className="font-semibold text-accent-text underline underline-offset-4">
            {t('account.see_transactions')}
          </Link>
        </p>
      </Panel>
      <div className="space-y-6">
        <AutoTopUpSection userId={profile.id} />
        <MarketplacesSection userId={profile.id} />
        <ExportSection />
        <SignOutSection />
        <DeleteSection />
      </div>
    </div>
  );
}

function ExportSection() {
  const { t, i18n } = useTranslation();
  const [state, setState] = useState<'idle' | 'done' | { percent: number } | { failed: string }>('idle');
  const pollAbort = useRef(new AbortController());
  // If the user leaves the page, only the polling ends. The export continues on the server.
  useEffect(() => {
    const controller = new AbortController();
    pollAbort.current = controller;
    return () => controller.abort();
  }, []);
  const percent = typeof state === 'object' && 'percent' in state ? state.percent : undefined;
  const busy = percent !== undefined;
  const save = async () => {
    const { signal } = pollAbort.current;
    setState({ percent: 0 });
    try {
      const { url, fileName } = await exportAccount({ signal, onProgress: (share) => setState({ percent: share }) });
      saveAddress(url, fileName);
      setState('done');
    } catch (error) {
      if (signal.aborted) return;
      const code = codeOf(error);
      setState({ failed: t(code === 'TooManyRequests' || code === 'DailyLimit' ? `errors.${code}` : 'account.export_failed') });
    }
  };
  return (
    <Panel title={t('account.export_title')}>
      <p className="text-muted">{t('account.export_text')}</p>
      <Button className="mt-4" aria-disabled={busy} onClick={() => !busy && void save()}>
        {busy ? <Spinner className="size-4" /> : <Download aria-hidden className="size-4" />}
        {t('account.export')}
      </Button>
      <p role="status" className={state === 'idle' ? 'sr-only' : 'mt-3 text-base'}>
        {busy && t('account.export_making', { percent: formatPercent(percent, i18n.language) })}
        {state === 'done' && t('account.export_done')}
        {typeof state === 'object' && 'failed' in state && <span className="text-danger">{state.failed}</span>}
      </p>
    </Panel>
  );
}

const formatPercent = (percent: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);

function SignOutSection() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const busy = state === 'busy';
  const signOutAll = async () => {
    setState('busy');
    try {
      await signOutEverywhere();
      signOut();
    } catch {
      setState('failed');
    }
  };
  return (
    <Panel title={t('account.sign_out_everywhere_title')}>
      <p className="text-muted">{t('account.sign_out_everywhere_text')}</p>
      <Button className="mt-4" aria-disabled={busy} onClick={() => !busy && void signOutAll()}>
        {busy ? <Spinner className="size-4" /> : <LogOut aria-hidden className="size-4" />}
        {t('account.sign_out_everywhere')}
      </Button>
      <p role="alert" className={state === 'failed' ? 'mt-3 text-base text-danger' : 'sr-only'}>
        {state === 'failed' && t('account.sign_out_everywhere_failed')}
      </p>
    </Panel>
  );
}

function DeleteSection() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Panel title={t('account.delete_title')}>
      <p className="text-muted">{t('account.delete_text')}</p>
      <Button kind="danger" className="mt-4" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t('account.delete')}
      </Button>
      <DeleteAccountDialog open={open} onClose={() => setOpen(false)} />
    </Panel>
  );
}
