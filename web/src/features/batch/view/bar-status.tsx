import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { dollars } from '#web/lib/money.ts';
import { Dot } from '#web/ui/dot.tsx';
import { receiptOf } from '../cards/receipt.ts';
import { findLacking, progressOf } from '../cards/run.ts';
import { isRunning } from '../store/core.ts';
import { uploadProgress } from '../store/uploads.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { RunClock } from './run-clock.tsx';
import { chooseFilter, shownCardIds } from './shown-cards.ts';
import { useColumns } from './use-columns.ts';
import { setCurrent } from './view-store.ts';

/** The first part of the bar: the missing inputs, the progress of the upload, or the progress of the run. */
export function BarStatus() {
  const { t } = useTranslation();
  const { kind } = useBench();
  const running = useBenchState(isRunning);
  const isRetrying = useBenchState((state) => state.isRetrying);
  const hasRun = useBenchState(({ draft, items }) => draft.cards.some(({ id }) => items.has(id)));
  const upload = useBenchState(
    useShallow(({ draft, uploads, loadingRuns }) => (loadingRuns ? undefined : uploadProgress(draft.cards, uploads))),
  );
  const counters = useBenchState(useShallow(({ draft, items, batches }) => progressOf(batches, draft.cards, items)));
  if (isRetrying)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-brass">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        {t('batch.struggling')}
      </p>
    );
  if (upload && counters.processing + counters.queued === 0)
    return (
      <p className="money text-sm">
        {t('batch.uploading', { done: upload.done, count: upload.total })}
        {upload.stalled && <span className="block text-xs text-brass">{t('upload.stalled')}</span>}
      </p>
    );
  if (running && counters.total === 0) return <p className="text-sm text-muted">{t('batch.starting')}</p>;
  if (running || hasRun) return <RunStatus />;
  return <MissingInputs kind={kind} />;
}

function RunStatus() {
  const { t } = useTranslation();
  const { kind } = useBench();
  const isPhone = useColumns() === 1;
  const running = useBenchState(isRunning);
  const batches = useBenchState((state) => state.batches);
  const durations = useBenchState((state) => state.durations);
  const { completed, failed, cancelled, total } = useBenchState(
    useShallow(({ draft, items, batches: all }) => progressOf(all, draft.cards, items)),
  );
  const lostCount = failed + cancelled;
  const { charged, reserved } = receiptOf({ items: batches.flatMap(({ items }) => items) });
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <p className="money font-display leading-none">
        <span className="sr-only">{t(`${kind}.progress`, { done: completed, count: total })}</span>
        <span aria-hidden className="text-3xl">
          {completed + (running ? lostCount : 0)}
        </span>
        <span aria-hidden className="text-lg text-muted">
          /{total}
        </span>
      </p>
      {!isPhone && (
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
            <RunClock batches={batches} durations={durations} />{' '}
            {!isPhone && t('bench.so_far', { charged: dollars(charged), held: dollars(reserved) })}
          </>
        ) : (
          t(lostCount > 0 ? 'bench.paid_failed_free' : 'bench.paid', { amount: dollars(charged) })
        )}
      </p>
    </div>
  );
}

function MissingInputs({ kind }: { kind: 'video' | 'image' }) {
  const { t } = useTranslation();
  const { needsPrompt, tool } = useBench();
  const { orderRules } = tool.definition;
  const missingInputs = useBenchState(
    useShallow(({ draft }) => findLacking(draft.cards, needsPrompt).map(({ reason, count }) => `${reason}:${count}`)),
  );
  const count = useBenchState(({ draft }) => draft.cards.filter(orderRules.isEligible).length);
  const isPhone = useColumns() === 1;
  const showLackingCards = () => {
    chooseFilter('lacking', tool);
    setCurrent(shownCardIds(tool)[0]);
  };
  if (missingInputs.length === 0)
    return (
      <p id={count === 0 ? 'bar-reason' : undefined} className="text-sm text-muted">
        {count === 0 ? (
          t(`${kind}.nothing_to_create`)
        ) : (
          <>
            <span className="block font-semibold text-ink">{t('bench.ready_to_create', { count })}</span>
            {!isPhone && t(`bench.pay_delivered_${kind}`)}
          </>
        )}
      </p>
    );
  return (
    <p id="bar-reason" className="text-sm font-semibold">
      {missingInputs.map((entry) => {
        const [reason, number] = entry.split(':') as ['prompt' | 'photo' | 'shorter', string];
        return (
          <span key={reason} className="me-2">
            {t(`batch.lacking.${reason}`, { count: Number(number) })}
          </span>
        );
      })}
      <button
        type="button"
        onClick={showLackingCards}
        className="font-semibold text-accent-text underline underline-offset-4 touch:min-h-11"
      >
        {t('bench.show_them')}
      </button>
    </p>
  );
}
