import { CircleAlert, CircleCheck, CircleStop, Play, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { wireDollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useFailureText } from './failure.ts';
import { useStepText } from './step-text.ts';

type Props = {
  run: RunResponse;
  pending: 'stopRun' | 'continueRun' | undefined;
  /** It waits for a top-up. */
  lacksCredits: boolean;
  struggling: boolean;
  onStop: () => void;
  onContinue: () => void;
};

/** How a run stands: its stage, a sentence, the iteration of fifteen, what it cost so far; and what can be done (P4, P7, Q48). */
export function RunStatus({ run, pending, lacksCredits, struggling, onStop, onContinue }: Props) {
  const { t } = useTranslation();
  const { ofPause } = useFailureText();
  const stepText = useStepText();
  const { status, stage, iteration, iterationsMax, charged, costMax, error } = run;
  const isPaused = status === 'paused';
  const isOver = status === 'completed' || status === 'stopped';
  return (
    <section
      aria-label={t('pipeline.status')}
      tabIndex={-1}
      className={`rounded-lg border p-5 shadow-card sm:p-6 ${isPaused ? 'border-danger/40 bg-danger-soft' : 'border-line bg-surface'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
          <span className="mt-1 shrink-0">
            <StatusIcon run={run} />
          </span>
          <div className="min-w-0">
            <p className="text-xs font-semibold text-muted">{t(`pipeline.stage.${stage}`)}</p>
            <p className="text-lg font-semibold">{stepText(run)}</p>
            {isPaused && error && <p className="mt-1 text-sm">{ofPause(error)}</p>}
            {isPaused && <p className="mt-1 text-sm text-muted">{t('pipeline.paused.kept', { count: iteration })}</p>}
            {status === 'running' && <p className="mt-1 text-sm text-muted">{t('pipeline.leave_hint')}</p>}
            {struggling && (
              <p role="status" className="mt-2 flex items-center gap-2 text-sm text-brass">
                <WifiOff aria-hidden className="size-4 shrink-0" />
                {t('pipeline.struggling')}
              </p>
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>button]:flex-1">
          {isPaused && run.canContinue && (
            <Button
              ref={handFocusOn}
              kind="primary"
              aria-disabled={pending !== undefined}
              aria-busy={pending === 'continueRun'}
              onClick={() => !pending && onContinue()}
            >
              {pending === 'continueRun' ? <Spinner className="size-4" /> : <Play aria-hidden className="size-4" />}
              {t('pipeline.continue')}
            </Button>
          )}
          {run.canStop && (
            <Button ref={handFocusOn} aria-disabled={pending !== undefined} onClick={() => !pending && onStop()}>
              <CircleStop aria-hidden className="size-4" />
              {isPaused ? t('pipeline.end') : t('pipeline.stop')}
            </Button>
          )}
        </div>
      </div>
      {lacksCredits && <p className="mt-3 text-sm font-semibold">{t('pipeline.paused.top_up')}</p>}
      {!isOver && <Progress className="mt-5" label={t('pipeline.iterations_label')} value={iteration} max={iterationsMax} />}
      <div className="money mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
        <p>{isOver ? t('pipeline.images', { count: iteration }) : t('pipeline.iteration_of', { iteration, max: iterationsMax })}</p>
        <p className="text-muted">
          {status === 'running' || isPaused
            ? t('pipeline.charged_of', { charged: wireDollars(charged), most: wireDollars(costMax) })
            : t('pipeline.charged', { charged: wireDollars(charged) })}
        </p>
      </div>
    </section>
  );
}

function StatusIcon({ run: { status } }: { run: RunResponse }) {
  if (status === 'running') return <Spinner className="size-6" />;
  if (status === 'paused') return <CircleAlert aria-hidden className="size-6 text-danger" />;
  if (status === 'stopped') return <CircleStop aria-hidden className="size-6 text-muted" />;
  return <CircleCheck aria-hidden className="size-6 text-success" />;
}
