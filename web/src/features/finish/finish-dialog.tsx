import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinishFileResponse } from '#shared/finish/api.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { PlacementPicker, placementLabel } from '#web/features/marketplaces/placement-picker.tsx';
import { shopNames, shops } from '#web/features/marketplaces/placements.ts';
import { codeOf } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { makeFiles, quoteFiles } from './finish-calls.ts';
import { FinishFile } from './finish-file.tsx';

type Props = {
  kind: 'video' | 'image';
  /** URLs of the seller's results. */
  results: readonly string[];
  onClose: () => void;
};

/** In this dialog, the user chooses placements, sees the necessary changes, and downloads the finished files. */
export default function FinishDialog({ kind, results, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<PlacementId>>(new Set());
  const { files, isBusy, error, quote, make, reset } = useFiles({ results, placements: [...chosen] });
  const isQuoted = files?.some(({ status }) => status === 'planned') ?? false;
  const toggle = (id: PlacementId, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const waiting = isBusy && <Spinner className="size-4" />;
  const actions = files ? (
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
      {files ? (
        <Files files={files} />
      ) : (
        <div className="mt-4">
          <PlacementPicker kind={kind} chosen={chosen} onToggle={toggle} />
        </div>
      )}
    </Dialog>
  );
}

function useFiles(request: { results: readonly string[]; placements: PlacementId[] }) {
  const [files, setFiles] = useState<FinishFileResponse[]>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ReturnType<typeof codeOf>>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setBusy(true);
    setError(undefined);
    try {
      await work(signal);
    } catch (cause) {
      if (!signal.aborted) setError(codeOf(cause));
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return {
    files,
    isBusy,
    error,
    quote: () => void run(async (signal) => setFiles(await quoteFiles(request, signal))),
    make: () => void run((signal) => makeFiles(request, { signal, onFiles: setFiles })),
    reset: () => {
      abort.current.abort();
      setFiles(undefined);
      setBusy(false);
      setError(undefined);
    },
  };
}

const placementsById = new Map(shops.flatMap(({ placements }) => placements.map((placement) => [placement.id, placement] as const)));

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
                <FinishFile key={`${file.batchId}/${file.itemId}`} file={file} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
