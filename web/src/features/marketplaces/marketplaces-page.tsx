import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { Link } from '#web/lib/router.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { monthText } from './limit-text.ts';
import { PlacementRules } from './placement-rules.tsx';
import { checkedAt, shopNames, shops } from './placements.ts';

/** The rules of each marketplace for files, with the source and the date of each rule (docs/spec.md 2.8). */
export function MarketplacesPage() {
  const { t } = useTranslation();
  const language = pageLanguage();
  return (
    <>
      <PageTitle page={t('marketplaces.title')} />
      <PageWidth className="pt-8 lg:pt-10">
        <h1 className="text-4xl">{t('marketplaces.headline')}</h1>
        <p className="mt-3 max-w-4xl text-xl text-balance text-muted">{t('marketplaces.subtitle')}</p>
        <p className="mt-2 font-semibold">{t('marketplaces.checked', { month: monthText(checkedAt, language) })}</p>
        <p className="mt-1 max-w-4xl text-base text-muted">
          {`${t('marketplaces.note', { bytes: new Intl.NumberFormat(language).format(1_000_000) })} ${t('marketplaces.unknown_note')}`}
        </p>
        <Link to={paths.check} className="mt-3 inline-block font-semibold underline underline-offset-2 touch:py-2">
          {t('check.title')}
        </Link>
        <nav aria-label={t('marketplaces.shops')} className="mt-5">
          <ul className="flex flex-wrap gap-2">
            {shops.map(({ shop }) => (
              <li key={shop}>
                <a
                  href={`#${shop}`}
                  className="inline-flex h-9.5 items-center rounded-md border border-line-strong bg-surface px-3 text-base hover:bg-sand touch:h-11"
                >
                  {shopNames[shop]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {shops.map(({ shop, placements }) => (
          <section
            key={shop}
            aria-labelledby={shop}
            className="mt-7 grid gap-x-10 gap-y-4 border-t border-line-strong pt-5 lg:mt-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,10fr)] lg:pt-6"
          >
            <h2 id={shop} className="text-3xl wrap-break-word">
              {shopNames[shop]}
            </h2>
            <div className="grid min-w-0 gap-4">
              {placements.map((placement) => (
                <PlacementRules key={placement.id} placement={placement} />
              ))}
            </div>
          </section>
        ))}
      </PageWidth>
    </>
  );
}
