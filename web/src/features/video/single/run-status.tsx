import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasOpenItems } from '#shared/batch/batch.ts';
import { isRunning } from '#web/features/batch/store/core.ts';
import { uploadProgress } from '#web/features/batch/store/uploads.ts';
import { RunClock } from '#web/features/batch/view/run-clock.tsx';
import { dollars } from '#web/lib/money.ts';
import { Reason } from '#web/ui/action-bar.tsx';
import { cardOfSingle } from '../single.ts';
import { missingInputOf, numberOf, sumsOf, versionIdsOf } from './selectors.ts';
import { useSingle, useSingleEntries, useSingleView } from './use-single.ts';

/** The state of the work: the running video, the missing input, or the results. */
export function RunStatus() {
  const running = useSingle(isRunning);
  const upload = useSingleEntries(({ draft, uploads, loadingRuns }) => (loadingRuns ? undefined : uploadProgress(draft.cards, uploads)));
  const missing = useSingle(({ draft }) => missingInputOf(cardOfSingle(draft)));
  const { t } = useTranslation();
  const isLoaded = useSingle(({ restored, loadingRuns }) => restored && !loadingRuns);
  const hasResults = useSingle(({ batches }) => batches.length > 0);

  if (running && !upload) return <RunningStatus />;
  if (upload)
    return (
      <TwoLines title={t('batch.uploading', { done: upload.done, count: upload.total })}>
        {upload.stalled && <span className="text-brass">{t('upload.stalled')}</span>}
      </TwoLines>
    );
  if (missing)
    return (
      <TwoLines
        title={
          <Reason id="run-reason" waiting={!isLoaded}>
            {t(`single.lacking.${missing}`)}
          </Reason>
        }
      >
        {hasResults && <Sums />}
      </TwoLines>
    );
  if (!isLoaded) return null;
  if (hasResults) return <TwoLines title={<Sums />} />;
  return <TwoLines title={t('single.ready_to_run')} />;
}

/** Shows a line and a smaller line below it. The smaller line is hidden on phones. */
const TwoLines = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="money">
    <div className="line-clamp-2 font-semibold">{title}</div>
    {children && <div className="truncate text-sm text-muted max-tablet:hidden">{children}</div>}
  </div>
);

function RunningStatus() {
  const { t } = useTranslation();
  const batches = useSingle((state) => state.batches);
  const durations = useSingle((state) => state.durations);
  const target = useSingleView((view) => view.target);
  const ids = useSingleEntries((state) => versionIdsOf(state, target));
  const running = batches.filter(hasOpenItems);
  const runningId = running[0]?.batchId;
  return (
    <div className="money">
      <p className="truncate font-semibold">
        {runningId === undefined
          ? t('batch.starting')
          : t('single.making', { tile: t('single.tile', { number: numberOf(ids, runningId) }) })}
      </p>
      <div className="truncate text-sm text-muted *:inline [&_b]:font-normal [&_b]:text-muted">
        <RunClock batches={running} durations={durations} />
      </div>
    </div>
  );
}

/** Shows for example '2 ready · 1 failed, not charged · $4.00 paid', or on phones '2 ready · 1 failed'. */
function Sums() {
  const { t } = useTranslation();
  const { ready, failed, cancelled, paid } = useSingleEntries(({ batches }) => sumsOf(batches));
  return (
    <>
      {t('batch.summary_clean', { completed: ready })}
      <span className="text-sm font-normal text-muted max-tablet:sr-only">
        {failed > 0 && ` · ${t('single.failed_free', { count: failed })}`}
        {cancelled > 0 && ` · ${t('single.cancelled_free', { count: cancelled })}`}
        {paid > 0 && ` · ${t('single.paid_total', { amount: dollars(paid) })}`}
      </span>
      {failed > 0 && (
        <span aria-hidden className="text-danger tablet:hidden">
          {' · '}
          {t('bench.failed_count', { count: failed })}
        </span>
      )}
    </>
  );
}
