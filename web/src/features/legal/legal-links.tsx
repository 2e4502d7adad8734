import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/lib/router.tsx';

/** Links to the terms, the privacy page and the page about refunds. */
export function LegalLinks({ className = 'flex flex-wrap gap-x-6 gap-y-1' }: { className?: string }) {
  const { t } = useTranslation();
  const links = [
    { to: paths.terms, label: t('legal.terms') },
    { to: paths.privacy, label: t('legal.privacy') },
    { to: paths.refunds, label: t('legal.refunds') },
  ];
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className="inline-block py-1 text-base text-muted hover:text-ink hover:underline touch:py-2.5">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
