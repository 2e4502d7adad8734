import { CircleStop, RefreshCw, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { Cents } from '#shared/money.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import type { ZipEntry } from '#web/features/download/zip.ts';
import { liveSpacingMs } from '#web/lib/download.ts';
import { dollars } from '#web/lib/money.ts';
import { ActionBar, Reason } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { KindIcon } from './kind-icon.tsx';
import { LeftOut } from './left-out.tsx';
import type { Lacking } from './run.ts';

type Props = {
  kind: BatchKind;
  /** Results that a press would order, and their price. */
  count: number;
  total: Cents;
  running: boolean;
  /** A run is over and its results are shown. */
  hasRun: boolean;
  /** Failed ones that can be made again, and what that costs. */
  retry: { count: number; total: Cents };
  downloads: readonly ZipEntry[];
  /** Nothing was changed since: the results are what is wanted now. */
  settled: boolean;
  /** What keeps some cards, or all, from being ordered. */
  missing: readonly Lacking[];
  lacksCredits: boolean;
  signedIn: boolean;
  /** Set while no run can be judged: the session or the cards are still being read. */
  waiting: boolean;
  /** Missing where there is nothing that can be cancelled. */
  onCancel: (() => void) | undefined;
  onCreate: () => void;
  onRetry: () => void;
  onStartNew: () => void;
  /** What goes on. */
  status: ReactNode;
  /** What must be read before the next press. */
  children: ReactNode;
};

export function BottomBar(props: Props) {
  const { kind, count, total, running, hasRun, retry, downloads, lacksCredits, signedIn, waiting } = props;
  const { t } = useTranslation();

  const collect = hasRun && !running && downloads.length > 0 && props.settled;
  const leftOut = !running && props.missing.length > 0;
  const reason = running ? undefined : leftOut ? (
    <LeftOut missing={props.missing} />
  ) : count === 0 ? (
    t(`${kind}.nothing_to_create`)
  ) : undefined;
  const tooltip = running
    ? t(`${kind}.locked_create`)
    : count === 0
      ? undefined
      : lacksCredits
        ? t('credits.insufficient_tooltip')
        : signedIn || waiting
          ? undefined
          : t('batch.sign_in_to_create');
  const label = running ? t('batch.generating') : hasRun ? t(`${kind}.recreate`, { count }) : t(`${kind}.create`, { count });
  const disabled = running || waiting || count === 0;

  return (
    <ActionBar label={t(`${kind}.bar`)}>
      {props.children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-40 empty:hidden">{props.status}</div>
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 max-sm:w-full max-sm:gap-x-2 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-2 sm:ms-auto">
          {hasRun && !running && (
            <Button ref={handFocusOn} kind="quiet" onClick={props.onStartNew}>
              <RotateCcw aria-hidden className="size-4" />
              {t('batch.start_new')}
            </Button>
          )}
          {props.onCancel && (
            <Button ref={handFocusOn} kind="quiet" onClick={props.onCancel}>
              <CircleStop aria-hidden className="size-4" />
              {t('batch.cancel_all')}
            </Button>
          )}
          {(downloads.length > 0 || (hasRun && !running)) && (
            <DownloadAll files={downloads} archive={`${kind}s`} spacingMs={liveSpacingMs} kind={collect ? 'primary' : 'secondary'} />
          )}
          {retry.count > 0 && !running && (
            <Button ref={handFocusOn} onClick={props.onRetry} className="money">
              <RefreshCw aria-hidden className="size-4" />
              {t('batch.retry_failed', { count: retry.count, total: dollars(retry.total) })}
            </Button>
          )}
          {reason && (
            <Reason id="create-reason" waiting={waiting}>
              {leftOut && count > 0 && <span className="me-2 font-semibold text-brass">{t('batch.left_out')}</span>}
              {reason}
            </Reason>
          )}
          {count > 0 && !running && (
            <p className="money ps-1 text-sm leading-tight font-semibold sm:text-end" id="quote">
              {t(`${kind}.quote`, { count, total: dollars(total) })}
            </p>
          )}
          <Tooltip text={tooltip}>
            <Button
              kind={collect ? 'secondary' : 'primary'}
              aria-disabled={disabled}
              aria-describedby={
                [count > 0 && !running && 'quote', reason && !waiting && 'create-reason'].filter(Boolean).join(' ') || undefined
              }
              onClick={() => !disabled && props.onCreate()}
              className="min-w-44"
            >
              {running ? <Spinner className="size-4 text-muted" /> : <KindIcon kind={kind} className="size-4" />}
              {label}
            </Button>
          </Tooltip>
        </div>
      </div>
    </ActionBar>
  );
}
