import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning } from '#web/features/batch/store/core.ts';
import { uploadProgress } from '#web/features/batch/store/uploads.ts';
import { RunClock } from '#web/features/batch/view/run-clock.tsx';
import { dollars } from '#web/lib/money.ts';
import { Reason } from '#web/ui/action-bar.tsx';
import { cardOfSingle } from '../single.ts';
import { lackingOf, numberOf, sumsOf, versionIdsOf } from './selectors.ts';
import { useSingle, useSingleEntries, useSingleView } from './use-single.ts';

/** The state of the work: what runs, what is missing, or how it ended. */
export function RunStatus() {
  const running = useSingle(isRunning);
  const uploading = useSingleEntries(({ draft, uploads, loadingRuns }) => (loadingRuns ? undefined : uploadProgress(draft.cards, uploads)));
  const missing = useSingle(({ draft }) => lackingOf(cardOfSingle(draft)));
  const { t } = useTranslation();
  const isKnown = useSingle(({ restored, loadingRuns }) => restored && !loadingRuns);
  const hasResults = useSingle(({ batches }) => batches.length > 0);
  const ratio = useSingle(({ draft }) => cardOfSingle(draft).aspectRatio);

  if (running && !uploading) return <Making />;
  if (uploading)
    return (
      <Two title={t('batch.uploading', { done: uploading.done, count: uploading.total })}>
        {uploading.stalled && <span className="text-brass">{t('upload.stalled')}</span>}
      </Two>
    );
  if (missing)
    return (
      <Two
        title={
          <Reason id="run-reason" waiting={!isKnown}>
            {t(`single.lacking.${missing}`)}
          </Reason>
        }
      >
        {hasResults && <Sums />}
      </Two>
    );
  if (!isKnown) return null;
  if (hasResults) return <Two title={<Sums />} />;
  return <Two title={t('single.ready_to_run')}>{t('single.ready_detail', { ratio })}</Two>;
}

/** A line, and a smaller one below that phones leave out. */
const Two = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="money">
    <div className="line-clamp-2 font-semibold">{title}</div>
    {children && <div className="truncate text-sm text-muted max-tablet:hidden">{children}</div>}
  </div>
);

function Making() {
  const { t } = useTranslation();
  const batches = useSingle((state) => state.batches);
  const remembered = useSingle((state) => state.remembered);
  const target = useSingleView((view) => view.target);
  const ids = useSingleEntries((state) => versionIdsOf(state, target));
  const running = batches.filter(({ status }) => status === 'running');
  const madeId = running[0]?.batchId;
  return (
    <div className="money">
      <p className="truncate font-semibold">
        {madeId === undefined ? t('batch.starting') : t('single.making', { tile: t('single.tile', { number: numberOf(ids, madeId) }) })}
      </p>
      <div className="*:truncate">
        <RunClock batches={running} remembered={remembered} />
      </div>
    </div>
  );
}

/** '2 ready · 1 failed or cancelled, not charged · $4.00 paid' */
function Sums() {
  const { t } = useTranslation();
  const { ready, notMade, paid } = useSingleEntries(({ batches }) => sumsOf(batches));
  return (
    <>
      {t('batch.summary_clean', { completed: ready })}
      <span className="text-sm font-normal text-muted">
        {notMade > 0 && ` · ${t('single.not_made', { count: notMade })}`}
        {paid > 0 && ` · ${t('single.paid_total', { amount: dollars(paid) })}`}
      </span>
    </>
  );
}
