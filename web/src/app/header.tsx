import { useQuery } from '@tanstack/react-query';
import { Menu, WifiOff, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { BalanceFigures } from '#web/features/credits/balance-figures.tsx';
import { knownBalances } from '#web/features/credits/known-balances.ts';
import { loadConfig } from '#web/lib/config.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useHeaderLinks } from './links.ts';
import { Logo } from './logo.tsx';
import { paths } from './paths.ts';

// Visitors do not need these tools, so the tools are not part of the first download.
const SignedInTools = lazy(async () => ({ default: (await import('./signed-in-tools.tsx')).SignedInTools }));

// The language menu loads later, because users can read the first page without it.
const LanguageMenu = lazy(async () => ({ default: (await import('./language-menu.tsx')).LanguageMenu }));

function DemoBadge() {
  const { t } = useTranslation();
  const config = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  if (!config.data?.demoEngine) return null;
  return (
    <span
      title={t('app.demo_hint')}
      className="rounded-full border border-brass/50 bg-brass-soft px-2 py-0.5 text-sm whitespace-nowrap text-brass max-sm:hidden"
    >
      {t('app.demo_engine')}
    </span>
  );
}

/** On very narrow phones, the texts of the two buttons wrap, so that the buttons are not wider than the window. */
const narrow = 'max-xs:min-w-0 max-xs:px-2 max-xs:leading-tight max-xs:whitespace-normal';

/** After a reload, the header shows the last known balance until the session and the profile are loaded. */
function AccountLoading() {
  const balances = knownBalances();
  return (
    <>
      {balances && <BalanceFigures balances={balances} />}
      <span className="size-10" aria-hidden />
    </>
  );
}

function AccountArea() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  if (session.status === 'loading') return <AccountLoading />;
  if (session.status === 'user')
    return (
      <Suspense fallback={<AccountLoading />}>
        <SignedInTools />
      </Suspense>
    );
  return (
    <>
      <Button kind="quiet" size="small" onClick={signIn} className={narrow}>
        {t('auth.login')}
      </Button>
      <Button kind="primary" size="small" onClick={signIn} className={narrow}>
        {t('auth.start_free')}
      </Button>
    </>
  );
}

/** The header with the logo, three links, and the account area (docs/spec.md 2.2). */
export function Header() {
  const { t } = useTranslation();
  const links = useHeaderLinks();
  const { pathname } = useLocation();
  // The menu belongs to the page on which it was opened. The menu closes when the page changes.
  const [menuPath, setMenuPath] = useState<string>();
  const open = menuPath === pathname;
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const closeOnOutsideClick = (event: PointerEvent) => !header.current?.contains(event.target as Node) && setMenuPath(undefined);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setMenuPath(undefined);
      toggle.current?.focus();
    };
    document.addEventListener('pointerdown', closeOnOutsideClick);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideClick);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);
  const linkClass =
    'rounded-sm py-1 text-base text-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-accent-text aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8';

  return (
    <header ref={header} className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:gap-4 tablet:px-6">
        <Link to={paths.home} aria-label={t('nav.home')} className="shrink-0 rounded-sm">
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')} className="ms-4 hidden gap-7 lg:flex">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className={linkClass}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="flex flex-1 items-center justify-end gap-1.5 sm:gap-3">
          {/* Space is reserved for parts that load later. */}
          <DemoBadge />
          <Suspense fallback={<span className="size-9 max-sm:hidden" aria-hidden />}>
            <LanguageMenu />
          </Suspense>
          <AccountArea />
          <IconButton
            ref={toggle}
            label={open ? t('nav.close_menu') : t('nav.open_menu')}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setMenuPath(open ? undefined : pathname)}
            className="lg:hidden"
          >
            {open ? <X aria-hidden className="size-5" /> : <Menu aria-hidden className="size-5" />}
          </IconButton>
        </div>
      </div>
      {open && (
        <nav id="mobile-menu" aria-label={t('nav.mobile')} className="border-t border-line px-4 py-2 lg:hidden">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className="flex min-h-12 items-center text-base aria-[current=page]:font-semibold">
              {label}
            </NavLink>
          ))}
          <Suspense fallback={<span className="block min-h-12" aria-hidden />}>
            <LanguageMenu inline />
          </Suspense>
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
        <p className="flex items-center justify-center gap-2 bg-brass-soft px-4 py-2 text-center text-base text-brass">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('app.offline')}
        </p>
      )}
    </div>
  );
}
