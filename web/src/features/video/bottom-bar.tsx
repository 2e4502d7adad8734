import { Clapperboard, Download, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Counters } from '#shared/batch/batch.ts';
import type { Cents } from '#shared/money.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

type Props = {
  /** Videos that a press would order, and their price. */
  count: number;
  total: Cents;
  running: boolean;
  /** Photos still to be sent before the order. */
  uploading: { done: number; total: number } | undefined;
  /** A run is over and its results are shown. */
  hasRun: boolean;
  counters: Counters;
  downloads: number;
  lacksCredits: boolean;
  signedIn: boolean;
  /** Set while no run can be judged: the session or the cards are still being read. */
  waiting: boolean;
  onCreate: () => void;
  onStartNew: () => void;
  onDownloadAll: () => void;
  /** What must be read before the next press. */
  children: ReactNode;
};

export function BottomBar(props: Props) {
  const { count, total, running, uploading, hasRun, counters, downloads, lacksCredits, signedIn, waiting } = props;
  const { t } = useTranslation();
  const ended = counters.completed + counters.failed + counters.cancelled;

  const tooltip = running
    ? t('video.locked_create')
    : count === 0
      ? t('video.nothing_to_create')
      : lacksCredits
        ? t('credits.insufficient_tooltip')
        : signedIn || waiting
          ? undefined
          : t('video.sign_in_to_create');
  const label = running ? t('video.generating') : hasRun ? t('video.recreate', { count }) : t('video.create', { count });
  const disabled = running || waiting || count === 0;

  return (
    <section aria-label={t('video.bar')} className="sticky bottom-0 z-20 mt-8 border-t border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto max-w-page px-4 py-3 sm:px-6">
        {props.children}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <div className="min-w-0 flex-1 basis-40 empty:hidden">
            {running ? (
              <div className="max-w-sm">
                <p className="money mb-1.5 text-sm">
                  {uploading
                    ? t('video.uploading', { done: uploading.done, count: uploading.total })
                    : t('video.progress', { done: ended, count: counters.total })}
                  {!uploading && <span className="block text-xs text-muted">{t('video.progress_detail', counters)}</span>}
                </p>
                <Progress
                  label={t('video.progress_label')}
                  value={uploading ? uploading.done : ended}
                  max={uploading ? uploading.total : counters.total}
                />
              </div>
            ) : (
              hasRun && (
                <p className="money text-sm text-muted">
                  {ended === counters.completed
                    ? t('video.summary_clean', { completed: ended })
                    : t('video.summary', { completed: counters.completed, failed: ended - counters.completed })}
                </p>
              )
            )}
          </div>
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 max-sm:w-full sm:ms-auto">
            {hasRun && !running && (
              <Button kind="quiet" onClick={props.onStartNew}>
                <RotateCcw aria-hidden className="size-4" />
                {t('video.start_new')}
              </Button>
            )}
            {downloads > 0 && (
              <Button onClick={props.onDownloadAll}>
                <Download aria-hidden className="size-4" />
                {t('video.download_all')}
              </Button>
            )}
            {count > 0 && !running && (
              <p className="money ps-1 text-end text-sm leading-tight font-semibold" id="quote">
                {t('video.quote', { count, total: dollars(total) })}
              </p>
            )}
            <Tooltip text={tooltip}>
              <Button
                kind="primary"
                aria-disabled={disabled}
                aria-describedby={count > 0 && !running ? 'quote' : undefined}
                onClick={() => !disabled && props.onCreate()}
                className="min-w-44 max-sm:flex-1"
              >
                {running ? <Spinner className="size-4 text-muted" /> : <Clapperboard aria-hidden className="size-4" />}
                {label}
              </Button>
            </Tooltip>
          </div>
        </div>
      </div>
    </section>
  );
}
