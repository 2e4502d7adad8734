import { useTranslation } from 'react-i18next';
import { discount, discountFigures } from '#shared/credits/packages.ts';
import { site } from '#shared/site.ts';
import { wholeDollars } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { paths } from './paths.ts';

/** Shows the discount of larger top-ups. The banner is visible only if it is switched on (docs/spec.md 2.2). */
export function PromoBanner() {
  const { t } = useTranslation();
  if (!site.showsPromoBanner) return null;
  return (
    <aside aria-label={t('promo.label')} className="bg-shop px-4 py-1.5 text-center text-on-accent touch:py-0">
      <Link
        to={paths.pricing}
        className="inline-flex min-h-6 flex-wrap items-center justify-center gap-x-2 touch:min-h-11 max-tablet:text-sm"
      >
        {t('promo.text', { ...discountFigures, amount: wholeDollars(discount.fromDollars * 100) })}
        <span className="text-brass-bright underline underline-offset-4">{t('promo.link')}</span>
      </Link>
    </aside>
  );
}
