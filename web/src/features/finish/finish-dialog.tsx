import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinishFileResponse } from '#shared/finish/api.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { PlacementPicker, placementLabel } from '#web/features/marketplaces/placement-picker.tsx';
import { placementsById, shopNames } from '#web/features/marketplaces/placements.ts';
import { useSellerMarketplaces } from '#web/features/marketplaces/seller-marketplaces.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FinishFile } from './finish-file.tsx';
import { FinishOptionFields, type FinishOptions } from './finish-options.tsx';
import { useFiles } from './use-files.ts';

type Props = {
  kind: 'video' | 'image';
  /** URLs of the seller's results. */
  results: readonly string[];
  /** The dialog immediately shows the changes for these placements. */
  placements?: readonly PlacementId[] | undefined;
  onClose: () => void;
};

/** The user chooses placements, sees the changes, and downloads the finished files. */
export default function FinishDialog({ kind, results, placements, onClose }: Props) {
  const { t } = useTranslation();
  const seller = useSellerMarketplaces();
  const firstChosen = placements ?? seller.placements.filter((id) => placementsById.get(id)?.kind === kind);
  const [chosen, setChosen] = useState<ReadonlySet<PlacementId>>(() => new Set(firstChosen as PlacementId[]));
  const [options, setOptions] = useState<FinishOptions>(seller);
  const { files, isBusy, error, quote, make, reset } = useFiles({ results, placements: [...chosen], options });
  const isQuoted = files?.some(({ status }) => status === 'planned') ?? false;
  const isPreset = placements !== undefined;
  const quoteFirst = useEffectEvent(() => {
    if (isPreset && chosen.size > 0) quote();
  });
  useLayoutEffect(() => quoteFirst(), []);
  const toggle = (id: PlacementId, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  const isWaiting = isPreset && isBusy && !files;
  const waiting = isBusy && <Spinner className="size-4" />;
  const actions =
    files || isWaiting ? (
      <>
        <Button onClick={reset}>{t('finish.other')}</Button>
        {isQuoted && (
          <Button kind="primary" aria-disabled={isBusy} onClick={() => !isBusy && make()}>
            {waiting}
            {t('finish.make')}
          </Button>
        )}
      </>
    ) : (
      <Button kind="primary" aria-disabled={isBusy || chosen.size === 0} onClick={() => !isBusy && chosen.size > 0 && quote()}>
        {waiting}
        {t('finish.show')}
      </Button>
    );
  return (
    <Dialog open wide onClose={onClose} title={t('finish.title')} actions={actions}>
      <p className="text-muted">{t('finish.intro')}</p>
      {error && (
        <Alert tone="danger" className="mt-3">
          {t(`errors.${error}`)}
        </Alert>
      )}
      {files && <Files files={files} />}
      {isWaiting && (
        <p role="status" className="mt-4 flex items-center gap-2 text-muted">
          <Spinner className="size-4" />
          {t('check.running')}
        </p>
      )}
      {!files && !isWaiting && (
        <div className="mt-4 grid gap-5">
          <PlacementPicker kind={kind} chosen={chosen} onToggle={toggle} />
          <FinishOptionFields kind={kind} value={options} onChange={setOptions} />
        </div>
      )}
    </Dialog>
  );
}

/** The files of each placement. */
function Files({ files }: { files: readonly FinishFileResponse[] }) {
  const { t } = useTranslation();
  const groups = [...new Set(files.map(({ placement }) => placement))].flatMap((id) => placementsById.get(id) ?? []);
  return (
    <div className="mt-4 grid gap-4" aria-live="polite">
      {groups.map((placement) => (
        <section key={placement.id}>
          <h3 className="font-sans text-base font-semibold tracking-normal">
            {shopNames[placement.shop]}
            {' · '}
            {placementLabel(placement, t)}
          </h3>
          <ul className="mt-1">
            {files
              .filter((file) => file.placement === placement.id)
              .map((file) => (
                <FinishFile key={`${file.batchId}/${file.itemId}`} file={file} shop={shopNames[placement.shop]} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
