import { useQuery } from '@tanstack/react-query';
import { Menu, WifiOff, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { TopUpHost } from '#web/features/credits/top-up-host.tsx';
import { usePaymentReturn } from '#web/features/credits/use-payment-return.ts';
import { loadConfig } from '#web/lib/config.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Logo } from './logo.tsx';
import { paths } from './paths.ts';

// What only a signed-in seller sees stays out of a visitor's first page.
const SignedInTools = lazy(async () => ({ default: (await import('./signed-in-tools.tsx')).SignedInTools }));

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className="grid min-h-[60vh] place-items-center">
      <Spinner className="size-7" />
      <span className="sr-only">{t('common.loading')}</span>
    </p>
  );
}

/** Links of the header: a page stands here once it exists (SPEC 2, shared layout). */
function useLinks() {
  const { t } = useTranslation();
  return [{ to: paths.batchVideo, label: t('nav.batch_video') }];
}

function DemoBadge() {
  const { t } = useTranslation();
  const config = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  if (!config.data?.demoEngine) return null;
  return (
    <span
      title={t('app.demo_hint')}
      className="rounded-full border border-brass/50 bg-brass-soft px-2 py-0.5 text-xs whitespace-nowrap text-brass max-xs:hidden"
    >
      {t('app.demo_engine')}
    </span>
  );
}

function AccountArea() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  if (session.status === 'loading') return <span className="size-10" aria-hidden />;
  if (session.status === 'user')
    return (
      <Suspense fallback={<span className="size-10" aria-hidden />}>
        <SignedInTools />
      </Suspense>
    );
  return (
    <>
      <Button kind="quiet" size="small" onClick={signIn}>
        {t('auth.login')}
      </Button>
      <Button kind="primary" size="small" onClick={signIn}>
        {t('auth.start_free')}
      </Button>
    </>
  );
}

function Header() {
  const { t } = useTranslation();
  const links = useLinks();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes.
  useEffect(() => setOpen(false), [pathname]);
  const linkClass =
    'rounded-sm py-1 text-sm text-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-accent-text aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8';

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:gap-4 sm:px-6">
        <Link to={paths.home} aria-label={t('nav.home')} className="shrink-0 rounded-sm">
          <Logo />
        </Link>
        <DemoBadge />
        <nav aria-label={t('nav.main')} className="ms-4 hidden flex-1 gap-6 md:flex">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className={linkClass}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1.5 sm:gap-3">
          <AccountArea />
          <IconButton
            label={open ? t('nav.close_menu') : t('nav.open_menu')}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
            className="md:hidden"
          >
            {open ? <X aria-hidden className="size-5" /> : <Menu aria-hidden className="size-5" />}
          </IconButton>
        </div>
      </div>
      {open && (
        <nav
          id="mobile-menu"
          aria-label={t('nav.mobile')}
          className="border-t border-line px-4 py-2 md:hidden"
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        >
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className="flex min-h-12 items-center text-base aria-[current=page]:font-semibold">
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      <OfflineBanner />
    </header>
  );
}

function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-brass-soft px-4 py-2 text-center text-sm text-brass">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('app.offline')}
        </p>
      )}
    </div>
  );
}

function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="mt-20 border-t border-line bg-sand/50">
      <div className="mx-auto flex max-w-page flex-wrap items-start justify-between gap-8 px-4 py-10 sm:px-6">
        <div className="max-w-sm">
          <Logo />
          <p className="mt-3 text-sm text-muted">{t('footer.description')}</p>
        </div>
        <nav aria-label={t('footer.products')}>
          <h2 className="font-sans text-sm font-semibold tracking-normal">{t('footer.products')}</h2>
          <ul className="mt-2">
            {useLinks().map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-block py-1 text-sm text-muted hover:text-ink hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** What every page shares. Going to another page puts the focus and the view at its beginning. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  usePaymentReturn();

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:rounded-md focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
      >
        {t('nav.skip')}
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
      <TopUpHost />
    </div>
  );
}
