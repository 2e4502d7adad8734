import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { codeOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { useHistoryBatch } from './get-history.ts';
import { HistoryRow } from './history-row.tsx';

type Props = { kind: BatchKind; userId: string; batchId: string; onShowAll: () => void };

/** The run that a link selects, for example a link in the list of transactions. */
export function LinkedRun({ kind, userId, batchId, onShowAll }: Props) {
  const { t } = useTranslation();
  const run = useHistoryBatch(kind, userId, batchId);
  if (run.isPending) return <Loading label={t('common.loading')} className="py-20" />;
  return (
    <>
      {run.data ? (
        <ul aria-label={t('history.runs')}>
          <HistoryRow key={batchId} run={run.data} userId={userId} onStale={() => void run.refetch()} isOpenFirst />
        </ul>
      ) : (
        <p role="alert">{codeOf(run.error) === 'BatchNotFound' ? t('history.not_ended') : t('history.list_failed')}</p>
      )}
      <Button onClick={onShowAll} className="mt-5">
        {t('history.show_all')}
      </Button>
    </>
  );
}
