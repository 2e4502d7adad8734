import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { dollars } from '#web/lib/money.ts';
import { Dot } from '#web/ui/dot.tsx';
import { receiptOf } from '../cards/receipt.ts';
import { countRedoing, progressOf } from '../cards/run.ts';
import { hasRun, isRunning } from '../store/core.ts';
import { uploadProgress } from '../store/uploads.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import {
  ApplyPrompt,
  InactiveReason,
  MissingInputs,
  PendingPrompt,
  reasonClass,
  useMissingInputs,
  usePendingIds,
} from './missing-inputs.tsx';
import { RunClock } from './run-clock.tsx';
import { useColumns } from './use-columns.ts';
import { type Order, useOrder, useSelectedOrder } from './use-order.ts';

/** The text at the start of the bar: the missing inputs, the progress of the upload, or the progress of the run. At most two lines. */
export function BarStatus() {
  const { t } = useTranslation();
  const running = useBenchState(isRunning);
  const isRunShown = useBenchState(hasRun);
  const isRetrying = useBenchState((state) => state.isRetrying);
  const upload = useBenchState(
    useShallow(({ draft, uploads, loadingRuns }) => (loadingRuns ? undefined : uploadProgress(draft.cards, uploads))),
  );
  const counters = useBenchState(useShallow(({ draft, items }) => progressOf(draft.cards, items)));
  if (isRetrying)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-brass">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        <span className="max-tablet:line-clamp-2">{t('batch.struggling')}</span>
      </p>
    );
  if (upload && counters.processing + counters.queued === 0)
    return (
      <p className="money text-sm">
        <span className="line-clamp-2">{t('batch.uploading', { done: upload.done, count: upload.total })}</span>
        {upload.stalled && <span className="line-clamp-1 text-xs text-brass">{t('upload.stalled')}</span>}
      </p>
    );
  if (running && counters.total === 0) return <p className="text-sm text-muted">{t('batch.starting')}</p>;
  return isRunShown ? <RunStatus /> : <OrderStatus />;
}

function RunStatus() {
  const { t } = useTranslation();
  const { kind } = useBench();
  const isNarrow = useColumns() < 3;
  const running = useBenchState(isRunning);
  const batches = useBenchState((state) => state.batches);
  const durations = useBenchState((state) => state.durations);
  const { completed, failed, cancelled, total } = useBenchState(useShallow(({ draft, items }) => progressOf(draft.cards, items)));
  const redoingCount = useBenchState(({ draft, items, results }) => countRedoing(draft.cards, items, results));
  const lostCount = failed + cancelled;
  const { charged, reserved } = receiptOf({ items: batches.flatMap(({ items }) => items) });
  const count = (
    <p className="money font-display leading-none whitespace-nowrap">
      <span className="sr-only">{t(`${kind}.progress`, { done: completed, count: total })}</span>
      <span aria-hidden className="text-2xl tablet:text-3xl">
        {completed}
      </span>
      <span aria-hidden className="text-lg text-muted">
        /{total}
      </span>
    </p>
  );
  const paid = t(lostCount > 0 && !isNarrow ? 'bench.paid_failed_free' : 'bench.paid', { amount: dollars(charged) });
  if (isNarrow)
    return (
      <>
        <div className="flex items-center gap-2.5">
          {count}
          {redoingCount > 0 && (
            <p className="flex min-w-0 items-center gap-1.5 text-sm font-semibold">
              <Dot tone="running" />
              <span className="truncate">{t('review.redoing_count', { count: redoingCount })}</span>
            </p>
          )}
          {lostCount > 0 && (
            <p className="money flex items-center gap-1.5 font-semibold text-danger">
              <Dot tone="failed" />
              <span aria-hidden>{lostCount}</span>
              <span className="sr-only">{t('bench.failed_count', { count: lostCount })}</span>
            </p>
          )}
        </div>
        <p className="money text-xs text-muted">
          {running ? <RunClock batches={batches} durations={durations} isShort /> : <span className="block truncate">{paid}</span>}
        </p>
      </>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      {count}
      {redoingCount > 0 && (
        <p className="flex items-center gap-1.5 font-semibold">
          <Dot tone="running" />
          {t('review.redoing_count', { count: redoingCount })}
        </p>
      )}
      {completed > 0 && (
        <p className="flex items-center gap-1.5">
          <Dot tone="done" />
          {t('bench.ready_count', { count: completed })}
        </p>
      )}
      {lostCount > 0 && (
        <p className="flex items-center gap-1.5 font-semibold text-danger">
          <Dot tone="failed" />
          {t('bench.failed_count', { count: lostCount })}
        </p>
      )}
      <p className="money text-sm text-muted">
        {running ? (
          <>
            <RunClock batches={batches} durations={durations} />
            {t('bench.so_far', { charged: dollars(charged), held: dollars(reserved) })}
          </>
        ) : (
          paid
        )}
      </p>
    </div>
  );
}

/** The state of the order before the run. While cards are selected, all amounts are those of the selected cards. */
function OrderStatus() {
  const order = useOrder();
  const selectedOrder = useSelectedOrder();
  return selectedOrder ? <SelectedStatus order={selectedOrder} /> : <AllStatus order={order} />;
}

function SelectedStatus({ order: { cards, total, available, shortage } }: { order: Order }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  const quote = t(`${kind}.quote`, { count: cards.length, total: dollars(total) });
  if (shortage)
    return (
      <div className="money text-sm text-muted">
        <p className="truncate font-semibold text-brass tablet:text-base">
          {t('bench.short.selected', { amount: dollars(shortage.missing) })}
        </p>
        <p className="truncate">{`${quote} · ${t('credits.available', { amount: dollars(shortage.available) })}`}</p>
      </div>
    );
  const rest = cards.length > 0 && available !== undefined ? ` · ${t('bench.left_after', { amount: dollars(available - total) })}` : '';
  return (
    <div className="money text-sm text-muted">
      <p className="truncate font-semibold text-ink tablet:text-base">{quote}</p>
      <p className="truncate">{`${t('bench.only_selected')}${rest}`}</p>
    </div>
  );
}

/** The missing credits, the number of cards that can be ordered, and the number of cards with missing inputs. */
function AllStatus({ order: { cards, total, shortage } }: { order: Order }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  const columns = useColumns();
  const isPhone = columns === 1;
  const count = cards.length;
  const missingInputs = useMissingInputs();
  const pendingIds = usePendingIds();
  if (count === 0 && missingInputs.length === 0)
    return (
      <p id="bar-reason" className={`line-clamp-2 max-tablet:text-xs max-tablet:text-muted ${reasonClass}`}>
        {t(`${kind}.nothing_to_create`)}
      </p>
    );
  if (count === 0 && !isPhone) return <InactiveReason inputs={missingInputs} pendingIds={pendingIds} />;
  const quote = t(`${kind}.quote`, { count, total: dollars(total) });
  const headline = shortage
    ? t('bench.short.title', { amount: dollars(shortage.missing) })
    : count > 0 && t('bench.ready_to_create', { count });
  const remark = (): ReactNode => {
    const applyPrompt = pendingIds.length > 0 && <ApplyPrompt ids={pendingIds} />;
    // A narrow bar has space for only one button. The button applies the bulk prompt, because this completes the cards fastest.
    if (missingInputs.length > 0 && columns < 3 && applyPrompt) return applyPrompt;
    if (missingInputs.length > 0)
      return (
        <MissingInputs inputs={missingInputs} isShort={isPhone}>
          {applyPrompt}
        </MissingInputs>
      );
    if (shortage)
      return isPhone ? (
        <span className="block truncate">{quote}</span>
      ) : (
        `${quote} · ${t('credits.available', { amount: dollars(shortage.available) })}`
      );
    if (applyPrompt) return <PendingPrompt count={pendingIds.length}>{applyPrompt}</PendingPrompt>;
    return !isPhone && t(`bench.pay_delivered_${kind}`);
  };
  return (
    <div id="bar-reason" className="text-sm text-muted">
      {headline && <p className={`money truncate font-semibold tablet:text-base ${shortage ? 'text-brass' : 'text-ink'}`}>{headline}</p>}
      <p className="money">{remark()}</p>
    </div>
  );
}
