import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkBytesMax, visitorFilesPerDay } from '#shared/check/api.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { paths } from '#web/app/paths.ts';
import { shops } from '#web/features/marketplaces/placements.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { Link } from '#web/lib/router.tsx';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { Alert } from '#web/ui/alert.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { CheckedFileCard } from './checked-file.tsx';
import { AddFiles, DropArea } from './drop-area.tsx';
import { PlacesPanel } from './places-panel.tsx';
import { filesMax, useChecks } from './use-checks.ts';

/** The placements that are selected at first. They include videos and images, so that the first file of a visitor always has a result. */
const firstChosen: readonly PlacementId[] = ['shopee.listing-video', 'tiktok-shop.listing-video', 'amazon.main-image'];

const SellerPlacements = lazy(async () => ({ default: (await import('./seller-placements.tsx')).SellerPlacements }));

const allPlacements = shops.flatMap(({ placements }) => placements);

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
  const placements = allPlacements.filter(({ id }) => chosen.has(id as PlacementId));
  const isOver = useFileDrops(({ files: dropped, truncated }) => add(dropped, truncated));
  const toggle = (id: PlacementId, isChosen: boolean) =>
    setChanged(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  const choose = () => input.current?.click();
  return (
    <>
      <PageTitle page={t('check.title')} />
      {isSeller && (
        <Suspense fallback={null}>
          <SellerPlacements onLoad={setSellerPlacements} />
        </Suspense>
      )}
      <PageWidth className="pt-8 lg:pt-10">
        <CheckHeader isSeller={isSeller} />
        <div className={hasFiles ? '' : 'grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'}>
          {!hasFiles && <DropArea isOver={isOver} onChoose={choose} />}
          <PlacesPanel
            placements={placements}
            chosen={chosen}
            onToggle={toggle}
            isFolded={hasFiles}
            isOver={hasFiles && isOver}
            action={hasFiles && <AddFiles onChoose={choose} />}
          />
        </div>
        <FileInput ref={input} label={t('check.choose')} accept="video/*,image/*" multiple onFiles={(selected) => add(selected)} />
        {isFull && (
          <Alert tone="danger" className="mt-3">
            {t('check.full', { files: filesMax })}
          </Alert>
        )}
        <section aria-label={t('check.results')}>
          <ul className={hasFiles ? 'mt-4 grid gap-4' : ''} aria-live="polite">
            {files.map((file) => (
              <CheckedFileCard key={file.id} file={file} placements={placements} />
            ))}
          </ul>
        </section>
        <p className="mt-5 text-base text-muted">
          {hasFiles && `${t('check.deleted')} `}
          {t('check.fix_note', { finish: t('finish.button') })}{' '}
          <Link to={paths.marketplaces} className="font-semibold underline underline-offset-2 hover:text-ink">
            {t('marketplaces.title')}
          </Link>
        </p>
      </PageWidth>
    </>
  );
}

const bytesPerMegabyte = 1_000_000;

function CheckHeader({ isSeller }: { isSeller: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
      <div className="max-w-3xl">
        <h1 className="text-4xl font-semibold">{t('check.headline')}</h1>
        <p className="mt-2 text-xl text-balance text-muted">{t('check.subtitle')}</p>
      </div>
      {/* The limit does not apply to a seller. */}
      {!isSeller && (
        <p className="max-w-72 text-base text-balance text-muted lg:text-end">
          {t('check.limit', { files: visitorFilesPerDay, megabytes: checkBytesMax / bytesPerMegabyte })}
        </p>
      )}
    </div>
  );
}
