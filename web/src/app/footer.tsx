import { useTranslation } from 'react-i18next';
import { type Site, site } from '#shared/site.ts';
import { LegalLinks } from '#web/features/legal/legal-links.tsx';
import { Link } from '#web/lib/router.tsx';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { useFooterLinks } from './links.ts';
import { Logo } from './logo.tsx';

const linkClass = 'inline-block py-1 touch:py-2.5 text-base text-muted hover:text-ink hover:underline';
/** On phones, a list has two columns, so that the footer is not longer than the window. */
const phoneColumns = 'max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4';
const headingClass = 'font-sans text-base font-semibold tracking-normal';

/** Description, links and contacts. The footer does not show entries that are empty in site.ts (docs/spec.md 1.4, 2.2). */
export function Footer({ content = site }: { content?: Site }) {
  const { t } = useTranslation();
  const links = useFooterLinks(useIsSeller());
  const contacts = [
    { label: t('footer.general'), address: content.contacts.general },
    { label: t('footer.support'), address: content.contacts.support },
    { label: t('footer.founder'), address: content.contacts.founder },
  ].filter(({ address }) => address !== '');
  return (
    <footer className="mt-12 border-t border-line bg-sand tablet:mt-20">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-4 py-8 sm:grid-cols-2 sm:gap-y-8 sm:py-12 tablet:px-6 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
        <div className="max-w-sm">
          <Logo full />
          <p className="mt-4 text-base text-muted">{t('footer.description')}</p>
          {content.location && <p className="mt-3 text-base text-muted">{content.location}</p>}
          <ThemeSwitch className="mt-5" />
        </div>
        <nav aria-label={t('footer.products')}>
          <h2 className={headingClass}>{t('footer.products')}</h2>
          <ul className={`mt-2 ${phoneColumns}`}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('legal.heading')}>
          <h2 className={headingClass}>{t('legal.heading')}</h2>
          <LegalLinks className={`mt-2 ${phoneColumns}`} />
        </nav>
        {contacts.length > 0 && (
          <div>
            <h2 className={headingClass}>{t('footer.contact')}</h2>
            <ul className="mt-2">
              {contacts.map(({ label, address }) => (
                <li key={label} className="py-1 text-base text-muted">
                  {label}
                  <a href={`mailto:${address}`} className="block break-all text-ink hover:underline">
                    {address}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {content.social.length > 0 && (
          <div>
            <h2 className={headingClass}>{t('footer.social')}</h2>
            <ul className="mt-2">
              {content.social.map(({ name, url }) => (
                <li key={name}>
                  <a href={url} rel="noreferrer" className={linkClass}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </footer>
  );
}
