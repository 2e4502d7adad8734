import { Package } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '#shared/languages.ts';
import { type PlacementId, placementIds } from '#shared/marketplaces/rule-files.ts';
import { PlacementPicker } from '#web/features/marketplaces/placement-picker.tsx';
import { placementsById } from '#web/features/marketplaces/placements.ts';
import { useSellerMarketplaces } from '#web/features/marketplaces/seller-marketplaces.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MadePackage } from './made-package.tsx';
import { NameCheck } from './name-check.tsx';
import { NamePreview } from './name-preview.tsx';
import { NameTemplate } from './name-template.tsx';
import { type PackedResult, plannedPackages, summaryOf } from './planned-packages.ts';
import { usePackages } from './use-packages.ts';
import { useTemplate } from './use-template.ts';

type Props = { kind: 'video' | 'image'; results: readonly PackedResult[]; onClose: () => void };

/** The seller chooses placements and the names of the files, and gets one ZIP file for each marketplace. */
export default function PackageDialog({ kind, results, onClose }: Props) {
  const { t } = useTranslation();
  const seller = useSellerMarketplaces();
  const [chosen, setChosen] = useState<ReadonlySet<PlacementId>>(
    () => new Set(placementIds.filter((id) => seller.placements.includes(id) && placementsById.get(id)?.kind === kind)),
  );
  const template = useTemplate();
  const { packages: made, isBusy, error, make, reset } = usePackages();
  const planned = template.problem
    ? []
    : plannedPackages(
        results,
        placementIds.filter((id) => chosen.has(id)),
        template.text,
      );
  const summary = summaryOf(planned);
  const canMake = planned.length > 0 && !summary.clash && !isBusy;
  const toggle = (id: PlacementId, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const start = () => {
    if (!canMake) return;
    template.save();
    const language = pageLanguage();
    make({
      results: results.map(({ url }) => url),
      packages: planned,
      template: template.text,
      language: isLanguage(language) ? language : 'en',
      options: seller,
    });
  };
  const actions = made ? (
    <Button onClick={reset}>{t('package.change')}</Button>
  ) : (
    <Button kind="primary" aria-disabled={!canMake} onClick={start}>
      {isBusy ? <Spinner className="size-4" /> : <Package aria-hidden className="size-4" />}
      {t('package.make')}
    </Button>
  );
  return (
    <Dialog open wide="double" onClose={onClose} title={t('package.title')} actions={actions}>
      <p className="text-muted">{t(made ? 'package.continues' : 'package.intro')}</p>
      {error && (
        <Alert tone="danger" className="mt-3">
          {t(`errors.${error}`)}
        </Alert>
      )}
      {made ? (
        <div className="mt-4 grid gap-3" aria-live="polite">
          {made.map((one) => (
            <MadePackage key={one.packageId} made={one} />
          ))}
        </div>
      ) : (
        <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid min-w-0 gap-4">
            <NameTemplate text={template.text} problem={template.problem} onChange={template.set} />
            {planned.length > 0 && <NameCheck summary={summary} onAddNumber={() => template.set(`${template.text}_{n}`)} />}
          </div>
          <NamePreview kind={kind} packages={planned} className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
          <PlacementPicker kind={kind} chosen={chosen} onToggle={toggle} />
        </div>
      )}
    </Dialog>
  );
}
