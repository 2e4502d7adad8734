import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind, Counters } from '#shared/batch/batch.ts';
import { Progress } from '#web/ui/progress.tsx';
import type { UploadProgress } from './use-uploads.ts';

type Props = {
  kind: BatchKind;
  running: boolean;
  /** Photos on their way. */
  uploading: UploadProgress | undefined;
  hasRun: boolean;
  counters: Counters;
  /** How long a run has taken and will take. */
  clock: ReactNode;
};

/** What goes on, in total: photos that are sent, then what is made of them, then what came of them. */
export function RunStatus({ kind, running, uploading, hasRun, counters, clock }: Props) {
  const { t } = useTranslation();
  const ended = counters.completed + counters.failed + counters.cancelled;
  if (running && counters.total > ended)
    return (
      <div className="max-w-sm">
        <p className="money mb-1.5 text-sm">
          {t(`${kind}.progress`, { done: counters.completed, count: counters.total })}
          <span className="block text-xs text-muted">{t('batch.progress_detail', counters)}</span>
          {clock}
        </p>
        <Progress label={t(`${kind}.progress_label`)} value={counters.completed} failed={ended - counters.completed} max={counters.total} />
      </div>
    );
  if (uploading)
    return (
      <div className="max-w-sm">
        <p className="money mb-1.5 text-sm">
          {t('batch.uploading', { done: uploading.done, count: uploading.total })}
          {uploading.stalled && <span className="block text-xs text-brass">{t('upload.stalled')}</span>}
        </p>
        <Progress label={t('upload.progress_label')} value={Math.round(uploading.share * 100)} max={100} />
      </div>
    );
  if (running) return <p className="text-sm text-muted">{t('batch.starting')}</p>;
  if (!hasRun) return null;
  return (
    <p className="money text-sm text-muted">
      {ended === counters.completed
        ? t('batch.summary_clean', { completed: ended })
        : t('batch.summary', { completed: counters.completed, failed: ended - counters.completed })}
    </p>
  );
}
