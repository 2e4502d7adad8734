import { Menu, WifiOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#web/lib/config.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Link, useLocation } from '#web/lib/router.tsx';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Boundary, PartFailed } from '#web/ui/boundary.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { AccountArea } from './account-area.tsx';
import { HeaderNav } from './header-nav.tsx';
import { Logo } from './logo.tsx';
import { paths } from './paths.ts';

// The language menu loads later, because a visitor can read the first page without it.
export const languageMenu = lazyPart(async () => (await import('./language-menu.tsx')).LanguageMenu);
const LanguageMenu = languageMenu.Part;

// Only phones need this menu, and they need it only after a tap.
const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }));

// A visitor has no running work, so this component is not part of the first download.
const RunningChip = lazy(async () => ({ default: (await import('./running-chip.tsx')).RunningChip }));

function DemoBadge({ isSeller }: { isSeller: boolean }) {
  const { t } = useTranslation();
  if (!useConfig()?.demoEngine) return null;
  return (
    <span
      title={t('app.demo_hint')}
      className={`rounded-full border border-brass/50 bg-brass-soft px-2 py-0.5 text-sm whitespace-nowrap text-brass ${isSeller ? 'max-sm:hidden desktop:max-[96rem]:hidden' : 'max-sm:hidden'}`}
    >
      {t('app.demo_engine')}
    </span>
  );
}

/** The header: the logo, the links, the running work, and the account area (docs/spec.md 2.2, decision 024). */
export function Header() {
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:gap-4 tablet:px-6">
        <Link to={paths.home} aria-label={t('nav.home')} className="-m-1.5 shrink-0 rounded-sm p-1.5">
          <Logo />
        </Link>
        <HeaderNav isSeller={isSeller} />
        <div className="flex min-w-0 flex-1 items-center justify-end gap-1 sm:gap-2 xl:gap-3">
          {/* Elements that appear later are at the start of this row, so that the other elements do not move. */}
          <DemoBadge isSeller={isSeller} />
          {isSeller && (
            <Boundary fallback={null}>
              <Suspense fallback={null}>
                <RunningChip />
              </Suspense>
            </Boundary>
          )}
          <Suspense fallback={<span className="size-9 max-sm:hidden" aria-hidden />}>
            <LanguageMenu />
          </Suspense>
          <AccountArea />
          <MenuButton isSeller={isSeller} />
        </div>
      </div>
      <OfflineBanner />
    </header>
  );
}

/**
 * The button of the menu in a narrow window. The menu closes after a navigation, because it is open only on the page on which it was
 * opened.
 */
function MenuButton({ isSeller }: { isSeller: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [menu, setMenu] = useState<{ path: string | undefined }>();
  const open = menu?.path === pathname;
  const close = () => setMenu({ path: undefined });
  return (
    <>
      <IconButton
        label={t('nav.open_menu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setMenu({ path: pathname })}
        className={isSeller ? 'desktop:hidden' : 'lg:hidden'}
      >
        <Menu aria-hidden className="size-5" />
      </IconButton>
      {/* After its first opening, the closed menu stays in the page, because it must return the focus to the button. */}
      {menu && (
        <Boundary fallback={<PartFailed />}>
          <Suspense fallback={null}>
            <PhoneMenu open={open} onClose={close} />
          </Suspense>
        </Boundary>
      )}
    </>
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
