import { Clapperboard, RefreshCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasEnded } from '#shared/batch/batch.ts';
import { GeneratingBanner } from '#web/features/batch/generating-banner.tsx';
import { ResultSlot } from '#web/features/batch/result-slot.tsx';
import { hasFailed } from '#web/features/batch/run.ts';
import { type Cancellable, pendingKey } from '#web/features/batch/use-cancel.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import type { ZipEntry } from '#web/features/download/zip.ts';
import { liveSpacingMs } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { FinishedVideo } from './finished-video.tsx';
import type { ShownVideo } from './run.ts';

type Props = {
  /** The newest first. */
  results: readonly ShownVideo[];
  /** The item of the order that is being sent now: 'new', or the one that is made again. */
  sending: string | undefined;
  running: boolean;
  cancelling: ReadonlySet<string>;
  downloads: readonly ZipEntry[];
  onCancel: (item: Cancellable) => void;
  onRetry: (item: ShownVideo) => void;
  onRemove: (item: ShownVideo) => void;
  onStale: (batchId: string) => void;
};

/** The videos of this page, a tile each (H7 to H9, Q39). */
export function ResultGrid(props: Props) {
  const { results, sending, running, downloads } = props;
  const { t } = useTranslation();
  const isNew = sending === 'new';
  const count = results.length + (isNew ? 1 : 0);
  return (
    <div tabIndex={-1} className="@container">
      {running && <GeneratingBanner text={t('single.generating_banner')} />}
      {count === 0 ? (
        <div className="grid min-h-72 place-items-center content-center gap-3 rounded-md bg-sand/50 px-6 text-center text-muted">
          <Clapperboard aria-hidden className="size-7" />
          <p>{t('single.no_results')}</p>
        </div>
      ) : (
        <>
          {downloads.length > 0 && (
            <div className="mb-4 flex justify-end">
              <DownloadAll files={downloads} archive="videos" spacingMs={liveSpacingMs} size="small" />
            </div>
          )}
          <ul className="grid grid-cols-2 gap-x-3 gap-y-5 @md:grid-cols-3 @lg:grid-cols-4 @2xl:grid-cols-5">
            {isNew && (
              <li>
                <article aria-label={t('single.tile', { number: count })}>
                  <ResultSlot
                    kind="video"
                    name={t('single.tile', { number: count })}
                    item={undefined}
                    sending
                    cancelling={false}
                    onCancel={props.onCancel}
                    onStale={() => undefined}
                    finished={() => null}
                  />
                </article>
              </li>
            )}
            {results.map((item, index) => (
              <ResultTile key={item.batchId} {...props} item={item} number={results.length - index} isSending={sending === item.batchId} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type TileProps = Props & { item: ShownVideo; number: number; isSending: boolean };

function ResultTile({ item, number, isSending, running, cancelling, onCancel, onRetry, onRemove, onStale }: TileProps) {
  const { t } = useTranslation();
  const name = t('single.tile', { number });
  const stale = () => onStale(item.batchId);
  const ended = hasEnded(item.status) && !isSending;
  // What never got as far as a stored photo has nothing to be made from.
  const canRetry = ended && (hasFailed(item) || (item.status === 'cancelled' && item.photoUrl !== undefined));
  return (
    <li>
      <article aria-label={name} className="relative">
        <ResultSlot
          kind="video"
          name={name}
          cancelLabel={t('single.cancel_label', { tile: name })}
          item={item}
          sending={isSending}
          cancelling={cancelling.has(pendingKey(item.batchId, item.itemId))}
          onCancel={onCancel}
          onStale={stale}
          finished={(delivered) => <FinishedVideo item={delivered} changed={false} onStale={stale} />}
        />
        {canRetry && (
          <Button
            size="small"
            kind="quiet"
            aria-disabled={running}
            aria-label={t('single.retry_label', { tile: name })}
            onClick={() => !running && onRetry(item)}
            className="mt-1.5 w-full"
          >
            <RefreshCw aria-hidden className="size-4" />
            {t('single.retry')}
          </Button>
        )}
        {ended && (
          <button
            ref={handFocusOn}
            type="button"
            aria-label={t('single.remove_result', { tile: name })}
            onClick={() => onRemove(item)}
            className="absolute start-1.5 top-1.5 grid size-8 place-items-center rounded-full bg-media/75 text-on-media transition-colors hover:bg-media"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </article>
    </li>
  );
}
