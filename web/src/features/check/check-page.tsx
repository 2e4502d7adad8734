import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkBytesMax, visitorFilesPerDay } from '#shared/check/api.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { paths } from '#web/app/paths.ts';
import { PlacementPicker } from '#web/features/marketplaces/placement-picker.tsx';
import { shops } from '#web/features/marketplaces/placements.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { Link } from '#web/lib/router.tsx';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { CheckedFileCard } from './checked-file.tsx';
import { filesMax, useChecks } from './use-checks.ts';

/** The placements that are selected at first. They include videos and images, so that the first file of a visitor always has a result. */
const firstChosen: readonly PlacementId[] = ['shopee.listing-video', 'tiktok-shop.listing-video', 'amazon.main-image'];

const SellerPlacements = lazy(async () => ({ default: (await import('./seller-placements.tsx')).SellerPlacements }));

const allPlacements = shops.flatMap(({ placements }) => placements);
const bytesPerMegabyte = 1_000_000;

/** Shows whether files pass the rules of marketplaces (docs/spec.md 2.9). */
export function CheckPage() {
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  const input = useRef<HTMLInputElement>(null);
  const { files, isFull, add } = useChecks(isSeller);
  const hasFiles = files.length > 0;
  const [sellerPlacements, setSellerPlacements] = useState<readonly string[]>(firstChosen);
  const [changed, setChanged] = useState<ReadonlySet<PlacementId>>();
  const chosen = changed ?? new Set(sellerPlacements as readonly PlacementId[]);
  const isOver = useFileDrops(({ files: dropped, truncated }) => add(dropped, truncated));
  const toggle = (id: PlacementId, isChosen: boolean) =>
    setChanged(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <>
      <PageTitle page={t('check.title')} />
      {isSeller && (
        <Suspense fallback={null}>
          <SellerPlacements onLoad={setSellerPlacements} />
        </Suspense>
      )}
      <PageWidth className="pt-8 lg:pt-10">
        <h1 className="text-4xl font-semibold">{t('check.headline')}</h1>
        <p className="mt-3 max-w-4xl text-xl text-balance text-muted">{t('check.subtitle')}</p>
        <section
          aria-label={t('check.drop')}
          className={`mt-5 flex rounded-lg border-2 border-dashed transition-colors ${hasFiles ? 'min-h-14 items-center justify-between gap-4 px-4 py-1.5 max-tablet:justify-center' : 'flex-col items-center gap-3 p-6 text-center'} ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/60 bg-surface'}`}
        >
          {/* After the first file, the area is a strip, so that the results are above the fold. */}
          <p className={hasFiles ? 'min-w-0 truncate text-muted max-tablet:hidden' : 'text-xl font-semibold'}>
            {hasFiles ? `${t('check.drop')}. ${t('check.deleted')}` : t('check.drop')}
          </p>
          <Button kind={hasFiles ? 'secondary' : 'primary'} size={hasFiles ? 'small' : 'medium'} onClick={() => input.current?.click()}>
            {hasFiles && <Plus aria-hidden className="size-4" />}
            {t(hasFiles ? 'check.add' : 'check.choose')}
          </Button>
          <FileInput ref={input} label={t('check.choose')} accept="video/*,image/*" multiple onFiles={(selected) => add(selected)} />
          {!hasFiles && (
            <p className="max-w-xl text-base text-balance text-muted">
              {t('check.deleted')}
              {/* The limit does not apply to a seller. */}
              {!isSeller && ` ${t('check.limit', { files: visitorFilesPerDay, megabytes: checkBytesMax / bytesPerMegabyte })}`}
            </p>
          )}
        </section>
        {isFull && (
          <Alert tone="danger" className="mt-3">
            {t('check.full', { files: filesMax })}
          </Alert>
        )}
        <div className="mt-7 grid gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
          <section aria-labelledby="check-places">
            <h2 id="check-places" className="mb-3 text-2xl">
              {t('marketplaces.shops')}
            </h2>
            <PlacementPicker chosen={chosen} onToggle={toggle} />
          </section>
          {/* On phones, results are above the long list of marketplaces. */}
          <section aria-labelledby="check-results" className={hasFiles ? 'max-lg:order-first' : ''}>
            <h2 id="check-results" className="mb-3 text-2xl">
              {t('check.results')}
            </h2>
            {!hasFiles && <p className="text-muted">{t('check.empty')}</p>}
            <ul className="grid gap-4" aria-live="polite">
              {files.map((file) => (
                <CheckedFileCard key={file.id} file={file} placements={allPlacements.filter(({ id }) => chosen.has(id as PlacementId))} />
              ))}
            </ul>
            <p className="mt-4 text-muted">
              {t('check.fix_note', { finish: t('finish.button') })}{' '}
              <Link to={paths.marketplaces} className="underline underline-offset-2 hover:text-ink">
                {t('marketplaces.title')}
              </Link>
            </p>
          </section>
        </div>
      </PageWidth>
    </>
  );
}
