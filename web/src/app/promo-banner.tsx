import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { discount, discountFigures } from '#shared/credits/packages.ts';
import { site } from '#shared/site.ts';
import { wholeDollars } from '#web/lib/money.ts';
import { paths } from './paths.ts';

/** Shows the discount of larger top-ups. The banner is visible only if it is switched on (docs/spec.md 2.2). */
export function PromoBanner() {
  const { t } = useTranslation();
  if (!site.showsPromoBanner) return null;
  return (
    <aside aria-label={t('promo.label')} className="bg-shop px-4 py-1.5 text-center text-base text-on-accent">
      <Link to={paths.pricing} className="group inline-flex min-h-6 items-center gap-2">
        {t('promo.text', { ...discountFigures, amount: wholeDollars(discount.fromDollars * 100) })}
        <span className="text-brass-bright underline underline-offset-4 max-sm:sr-only">{t('promo.link')}</span>
      </Link>
    </aside>
  );
}
