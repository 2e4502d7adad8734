import { CircleStop, Play, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cents } from '#shared/money.ts';
import { dollars } from '#web/lib/money.ts';
import { ActionBar, Reason } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

type Props = {
  /** What the video costs. */
  total: Cents;
  running: boolean;
  /** Why no video can be ordered; undefined where one can. */
  reason: string | undefined;
  /** Set while nothing can be judged: the session or the draft is still being read. */
  waiting: boolean;
  lacksCredits: boolean;
  signedIn: boolean;
  onRun: () => void;
  /** Missing before anything was run, and while something runs. */
  onStartNew: (() => void) | undefined;
  /** Missing where there is nothing that can be cancelled. */
  onCancel: (() => void) | undefined;
  status: ReactNode;
  /** What must be read before the next press. */
  children: ReactNode;
};

/** The bar at the bottom of the single page: Run with its price, and Start new after a run (H10). */
export function SingleBar({
  total,
  running,
  reason,
  waiting,
  lacksCredits,
  signedIn,
  onRun,
  onStartNew,
  onCancel,
  status,
  children,
}: Props) {
  const { t } = useTranslation();
  const shownReason = running ? undefined : reason;
  const isReady = !running && !waiting && reason === undefined;
  const tooltip = running
    ? t('single.locked_run')
    : isReady && lacksCredits
      ? t('credits.insufficient_tooltip')
      : isReady && !signedIn
        ? t('single.sign_in_to_run')
        : undefined;
  return (
    <ActionBar label={t('single.bar')}>
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-40 empty:hidden">{status}</div>
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 max-sm:w-full max-sm:[&>button]:flex-1 sm:ms-auto">
          {onStartNew && (
            <Button ref={handFocusOn} kind="quiet" onClick={onStartNew}>
              <RotateCcw aria-hidden className="size-4" />
              {t('batch.start_new')}
            </Button>
          )}
          {onCancel && (
            <Button ref={handFocusOn} kind="quiet" onClick={onCancel}>
              <CircleStop aria-hidden className="size-4" />
              {t('common.cancel')}
            </Button>
          )}
          {shownReason && (
            <Reason id="run-reason" waiting={waiting} className="max-sm:order-first">
              {shownReason}
            </Reason>
          )}
          {isReady && (
            <p id="run-price" className="money ps-1 text-sm leading-tight font-semibold max-sm:order-first max-sm:w-full sm:text-end">
              {t('video.quote', { count: 1, total: dollars(total) })}
            </p>
          )}
          <Tooltip text={tooltip}>
            <Button
              kind="primary"
              aria-disabled={!isReady}
              aria-describedby={isReady ? 'run-price' : shownReason ? 'run-reason' : undefined}
              onClick={() => isReady && onRun()}
              className="min-w-40 max-sm:min-w-0"
            >
              {running ? <Spinner className="size-4 text-muted" /> : <Play aria-hidden className="size-4" />}
              {running ? t('batch.generating') : t('single.run')}
            </Button>
          </Tooltip>
        </div>
      </div>
    </ActionBar>
  );
}
