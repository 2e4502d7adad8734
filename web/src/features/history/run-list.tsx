import { History } from 'lucide-react';
import { type ReactNode, useCallback, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryList, HistorySummary } from '#shared/history/api.ts';
import { paths } from '#web/app/paths.ts';
import { KindIcon } from '#web/features/batch/view/kind-icon.tsx';
import { serverNow } from '#web/lib/clock.ts';
import { Link } from '#web/lib/router.tsx';
import { dayName } from '#web/lib/time.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type HistoryFilters, isFiltered } from './filters.ts';
import { HistoryRow } from './history-row.tsx';
import { useHistory } from './list-history.ts';

/** The page that makes the results of each list. */
const toolPaths: Record<HistoryList, string> = { all: paths.batchVideo, video: paths.batchVideo, image: paths.batchImage };

type Props = {
  list: HistoryList;
  userId: string;
  live: boolean;
  filters: HistoryFilters;
  onShowUndelivered: () => void;
  onClearFilters: () => void;
};

/** The past batches that match the filters. */
export function RunList({ list, userId, live, filters, onShowUndelivered, onClearFilters }: Props) {
  const { t, i18n } = useTranslation();
  const history = useHistory(list, live ? userId : undefined, filters);
  const { refetch } = history;
  const kind = list === 'all' ? undefined : list;
  const hasRenewed = useRef(false);
  // The links to pictures expire after an hour. The page renews each link only once, because a deleted picture would cause endless
  // requests.
  const renew = useCallback(() => {
    if (hasRenewed.current) return;
    hasRenewed.current = true;
    void refetch();
  }, [refetch]);

  if (history.isPending) return <Loading label={t('common.loading')} className="py-24" />;
  if (history.isError && !history.data)
    return (
      <div role="alert" className="grid justify-items-center gap-4 py-16 text-center">
        <p>{t('history.list_failed')}</p>
        <Button onClick={() => void refetch()}>{t('common.try_again')}</Button>
      </div>
    );

  const allRuns = history.data.pages.flatMap((page) => page.items);
  const hasFilter = isFiltered(filters);
  // Without a filter for the status, the list contains only runs with a result. A filter for a status can also show the other runs.
  const shownRuns = filters.status ? allRuns : allRuns.filter((run) => run.completed_images > 0);
  const hiddenCount = allRuns.length - shownRuns.length;
  const showHidden = hiddenCount > 0 && (
    <Button onClick={onShowUndelivered}>{t(kind ? `${kind}.history.show_hidden` : 'history.show_hidden', { count: hiddenCount })}</Button>
  );

  return (
    <>
      {shownRuns.length === 0 && !history.hasNextPage && (
        <EmptyState
          icon={kind ? <KindIcon kind={kind} className="size-7" /> : <History aria-hidden className="size-7" />}
          title={hasFilter ? t('history.nothing_found') : t(kind ? `${kind}.history.empty` : 'history.empty')}
          action={
            showHidden ||
            (hasFilter ? (
              <Button onClick={onClearFilters}>{t('history.filter.clear')}</Button>
            ) : (
              <Link to={toolPaths[list]} className={buttonClass('primary')}>
                {t(kind ? `${kind}.history.make` : 'video.history.make')}
              </Link>
            ))
          }
        />
      )}
      {shownRuns.length > 0 && (
        <div aria-busy={history.isPlaceholderData} className="space-y-5">
          {groupByDay(shownRuns, i18n.language).map(({ day, runs }) => (
            <Day key={day} day={day}>
              {runs.map((run) => (
                <HistoryRow key={run.batch_id} run={run} userId={userId} onStale={renew} />
              ))}
            </Day>
          ))}
        </div>
      )}
      {history.hasNextPage && (
        <p className="mt-6 text-center">
          <Button aria-disabled={history.isFetchingNextPage} onClick={() => !history.isFetchingNextPage && void history.fetchNextPage()}>
            {history.isFetchingNextPage && <Spinner className="size-4" />}
            {hasFilter ? t('history.search_older') : t('history.show_more')}
          </Button>
        </p>
      )}
      {history.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-center text-base text-danger">
          {t('history.list_failed')}
        </p>
      )}
    </>
  );
}

/** Groups runs by the local day on which they were ordered. The runs must already be sorted by time. */
function groupByDay(runs: readonly HistorySummary[], language: string): { day: string; runs: HistorySummary[] }[] {
  const nowMs = serverNow();
  return [...Map.groupBy(runs, (run) => dayName(run.created_at, nowMs, language))].map(([day, runsOfDay]) => ({ day, runs: runsOfDay }));
}

/** The runs of a day. The name of the day is not a heading, because the names of the runs are headings. */
function Day({ day, children }: { day: string; children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-2 text-sm font-semibold text-muted">
        {day}
      </p>
      <ul aria-label={t('history.runs')} aria-describedby={id} className="space-y-3">
        {children}
      </ul>
    </div>
  );
}
