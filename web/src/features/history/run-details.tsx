import { GalleryHorizontalEnd } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { useBatches } from '#web/features/batch/calls/use-batches.ts';
import { downloadsOf, resultsOf } from '#web/features/batch/cards/downloads.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import { countUnready, isUnreadyFor, readinessStore } from '#web/features/readiness/readiness-store.ts';
import { historySpacingMs } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { useHistoryBatch } from './get-history.ts';
import { MarketplaceActions } from './marketplace-actions.tsx';
import { Receipt } from './receipt.tsx';
import { ResultTile } from './result-tile.tsx';
import { reviewItems } from './review-items.ts';
import { openReview } from './review-store.ts';
import { RunReview } from './run-review.tsx';
import { savedFileOf } from './saved-as.ts';
import { useRenderedCount } from './use-rendered-count.ts';

/** Minimum time between two requests for new links, in milliseconds. */
const renewEveryMs = 10_000;

type Props = { kind: BatchKind; isPipeline: boolean; userId: string; batchId: string };

/**
 * The results of one past batch and their cost. For a before/after run, only the result is visible, because the run has a separate page
 * with the details.
 */
export function RunDetails(props: Props) {
  const [batch] = useBatches(props.isPipeline ? [] : [props.batchId]);
  return (
    <>
      <OneRun {...props} />
      {batch?.redoBatchIds?.map((redoId, index) => (
        <div key={redoId} className="border-t border-line">
          <OneRun {...props} batchId={redoId} redoNumber={index + 1} />
        </div>
      ))}
    </>
  );
}

type RunProps = Props & {
  /** The number of the redo: 1 for the first redo of the batch. Undefined for the batch itself. */
  redoNumber?: number;
};

function OneRun({ kind, isPipeline, userId, batchId, redoNumber }: RunProps) {
  const { t } = useTranslation();
  const history = useHistoryBatch(kind, userId, batchId);
  const [batch] = useBatches(isPipeline ? [] : [batchId]);
  const renewedAt = useRef(0);
  const { refetch } = history;
  const renew = useCallback(() => {
    if (Date.now() - renewedAt.current < renewEveryMs) return;
    renewedAt.current = Date.now();
    void refetch();
  }, [refetch]);

  if (history.isPending)
    return (
      <p role="status" className="flex items-center gap-3 p-5 text-base text-muted">
        <Spinner />
        {t(`${kind}.history.loading_run`)}
      </p>
    );
  if (history.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 p-5 text-base">
        <p>{t(`${kind}.history.run_failed`)}</p>
        <Button size="small" onClick={() => void history.refetch()}>
          {t('common.try_again')}
        </Button>
      </div>
    );
  return (
    <div className="grid items-start gap-6 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <RunResults kind={kind} isPipeline={isPipeline} run={history.data} batch={batch} onStale={renew} />
      {batch && <Receipt batch={batch} redoNumber={redoNumber} />}
    </div>
  );
}

type ResultsProps = Pick<Props, 'kind' | 'isPipeline'> & { run: HistoryResponse; batch: BatchResponse | undefined; onStale: () => void };

/** The results of a run, with the actions for all of them and the filter for marketplaces. */
function RunResults({ kind, isPipeline, run, batch, onStale }: ResultsProps) {
  const { t } = useTranslation();
  const { batch_id: batchId, results } = run;
  const isPhone = useMediaQuery('(width < 44rem)');
  const [unreadyShop, setUnreadyShop] = useState('');
  // The filter is rendered after the tiles, because it compares all results with the rules.
  const rules = useDeferredValue(useStore(readinessStore, (state) => state.rules));
  const items = useMemo(() => new Map<string, BatchItem>(batch?.items.map((item) => [item.itemId, item])), [batch]);
  const files = useMemo(() => results.map((result) => savedFileOf(result, items.get(result.id))), [results, items]);
  const reviewable = useMemo(() => reviewItems(kind, run, items, t), [kind, run, items, t]);
  const reviewed = useMemo(() => new Map(reviewable.map((one) => [one.key, one])), [reviewable]);
  const downloads = downloadsOf(kind, files);
  const kept = downloadsOf(
    kind,
    files.filter((_, index) => results[index]?.kept === true),
  );
  const measured = results.map((result) => ({ result, probe: items.get(result.id)?.probe ?? result.probe }));
  const unready = countUnready(rules, measured);
  const isFiltered = unready.some(({ shop }) => shop === unreadyShop);
  const shown = isFiltered ? measured.filter((one) => isUnreadyFor(unreadyShop, rules, one)) : measured;
  const renderedCount = useRenderedCount(shown.length);

  return (
    <div className="min-w-0">
      {downloads.length > 0 && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button kind="primary" size="small" onClick={() => openReview(batchId, reviewable[0]?.key ?? '')}>
            <GalleryHorizontalEnd aria-hidden className="size-4" />
            {t(`review.title_${kind}`, { count: reviewable.length })}
          </Button>
          <DownloadAll files={downloads} kept={kept} archive={`${kind}s`} spacingMs={historySpacingMs[kind]} size="small" />
          <MarketplaceActions kind={kind} results={resultsOf(files)} isInMenu={isPhone} />
        </div>
      )}
      {unready.length > 0 && (
        <FilterTabs
          label={t('marketplaces.shops')}
          value={isFiltered ? unreadyShop : ''}
          options={[
            { value: '', label: t('transactions.all'), count: measured.length },
            ...unready.map(({ shop, name, count }) => ({
              value: shop as string,
              label: t('readiness.not_ready', { shop: name }),
              count,
              tone: 'failed' as const,
            })),
          ]}
          onChange={setUnreadyShop}
          className="mb-3"
        />
      )}
      <ul className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5">
        {shown.slice(0, renderedCount).map(({ result }) => (
          // While the review covers the tiles, the browser does not draw them.
          <li key={result.id} className="min-w-0 [contain-intrinsic-size:auto_16rem] [content-visibility:auto]">
            <ResultTile
              kind={kind}
              isPipeline={isPipeline}
              batchId={batchId}
              result={result}
              item={items.get(result.id)}
              runRatio={run.aspect_ratio}
              reviewed={reviewed.get(result.id)}
              onStale={onStale}
            />
          </li>
        ))}
      </ul>
      {/* The result of a before/after run is not an item of a batch. */}
      <RunReview kind={kind} batchId={batchId} items={reviewable} canKeep={!isPipeline} onStale={onStale} />
    </div>
  );
}
