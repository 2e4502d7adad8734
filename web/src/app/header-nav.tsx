import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from '#web/lib/router.tsx';
import { ariaCurrentOf, useHeaderLinks } from './links.ts';

/** An invisible bold copy of the label reserves the width of bold text, so that the label of the current page does not move other links. */
const linkClass =
  'relative flex h-11 flex-col justify-center rounded-sm text-base whitespace-nowrap text-muted transition-colors after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)] hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:inset-x-0 aria-[current]:before:bottom-0.5 aria-[current]:before:h-0.5 aria-[current]:before:bg-accent-text';

/** The links in the header of a wide window. A seller has more links than a visitor, so the window must be wider. */
export function HeaderNav({ isSeller }: { isSeller: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const groups = useHeaderLinks(isSeller);
  return (
    <nav
      aria-label={t('nav.main')}
      className={`hidden items-center ${isSeller ? 'ms-2 gap-5 desktop:flex xl:gap-6 2xl:gap-7' : 'ms-4 gap-7 lg:flex seller:invisible'}`}
    >
      {groups.map((links, index) => (
        <Fragment key={links[0]?.to}>
          {index > 0 && <span aria-hidden className="h-5 w-px bg-line" />}
          {links.map((link) => (
            <Link key={link.to} to={link.to} data-label={link.label} aria-current={ariaCurrentOf(link, pathname)} className={linkClass}>
              {link.label}
            </Link>
          ))}
        </Fragment>
      ))}
    </nav>
  );
}
