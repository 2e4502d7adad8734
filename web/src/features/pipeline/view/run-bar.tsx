import { CircleStop, Download, Play, Plus, Repeat2, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { imageCents, usePipeline } from '../store/core.ts';
import { useFailureText } from '../store/failure.ts';
import { prepareNextPicture } from '../store/reopen-run.ts';
import { controlRun, lacksCredits, setStopDialogOpen } from '../store/run-control.ts';
import { startNew } from '../store/runs.ts';
import { resultFileName } from './iterations.ts';
import { NextPictureButton } from './next-picture-button.tsx';
import { RunMeter } from './run-meter.tsx';
import { useStepText } from './step-text.ts';
import { hasEnded, progressOf } from './stepper.ts';

/** The bar of a run: the progress, the current step, and the possible actions of the seller. */
export function RunBar() {
  const { t } = useTranslation();
  const run = usePipeline((state) => state.run);
  if (!run) return null;
  return (
    <ActionBar label={t('pipeline.status')} status={<RunStatus run={run} />} meter={<RunMeter run={run} />}>
      {hasEnded(run) ? <EndActions run={run} /> : <ControlActions run={run} />}
    </ActionBar>
  );
}

function RunStatus({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const stepText = useStepText();
  const { pauseTitle } = useFailureText();
  const { solved, total } = progressOf(run);
  const { iteration, iterationsMax, charged, costMax, status, error } = run;
  const isOver = hasEnded(run);
  const hasUnsolved = status === 'completed' && solved < total;
  const amount = isOver
    ? t('pipeline.charged', { charged: dollarsFromApi(charged) })
    : t('pipeline.charged_of', { charged: dollarsFromApi(charged), most: dollarsFromApi(costMax) });
  return (
    <div className="money flex items-center gap-3 tablet:gap-4">
      {total > 0 && (
        // On phones, the text about unsolved areas needs the space.
        <p aria-hidden className={`shrink-0 font-display text-3xl ${hasUnsolved ? 'max-tablet:hidden' : ''}`}>
          {solved}
          <small className="text-lg text-muted">/{total}</small>
        </p>
      )}
      <div className="min-w-0">
        <p className="line-clamp-3 font-semibold max-tablet:text-sm/tight">
          {/* On phones, only a short text fits beside the buttons of an ended run. */}
          {isOver && !hasUnsolved && (
            <span aria-hidden className="tablet:hidden">
              {total > 0 ? t('pipeline.stat.solved') : t(`pipeline.run_status.${status}`)}
            </span>
          )}
          <span className={isOver && !hasUnsolved ? 'max-tablet:sr-only' : ''}>
            {status === 'paused' && error ? pauseTitle(error) : stepText(run)}
          </span>
        </p>
        <p className="truncate text-sm text-muted max-tablet:hidden">
          {isOver ? amount : `${t('pipeline.iteration_of', { iteration, max: iterationsMax })} · ${amount}`}
        </p>
      </div>
    </div>
  );
}

function ControlActions({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const pendingAction = usePipeline((state) => state.pendingAction);
  const needsTopUp = usePipeline(lacksCredits);
  const isPaused = run.status === 'paused';
  return (
    <>
      {run.canStop && (
        <Button
          ref={passFocusToAncestor}
          className="min-w-11"
          aria-disabled={pendingAction !== undefined}
          onClick={() => !pendingAction && setStopDialogOpen(true)}
        >
          <CircleStop aria-hidden className="size-4" />
          {/* On phones, the main button needs the space. */}
          <span className={isPaused && run.canContinue ? 'max-tablet:sr-only' : ''}>
            {isPaused ? t('pipeline.end') : t('pipeline.stop')}
          </span>
        </Button>
      )}
      {needsTopUp && (
        <Button ref={passFocusToAncestor} kind="primary" onClick={() => openTopUp({ missing: imageCents })}>
          <Plus aria-hidden className="size-4" />
          {t('credits.add')}
        </Button>
      )}
      {isPaused && run.canContinue && !needsTopUp && (
        <Button
          ref={passFocusToAncestor}
          kind="primary"
          aria-disabled={pendingAction !== undefined}
          aria-busy={pendingAction === 'continueRun'}
          onClick={() => void controlRun('continueRun')}
        >
          {pendingAction === 'continueRun' ? <Spinner className="size-4" /> : <Play aria-hidden className="size-4" />}
          {t('pipeline.continue')}
        </Button>
      )}
    </>
  );
}

function EndActions({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const { result } = run;
  const closeRun = () => startNew('nothing');
  if (!result)
    return (
      <Button ref={passFocusToAncestor} kind="primary" onClick={closeRun}>
        <RotateCcw aria-hidden className="size-4" />
        {t('pipeline.start_new')}
      </Button>
    );
  return (
    <>
      <span className="contents max-tablet:hidden">
        <Button ref={passFocusToAncestor} onClick={closeRun}>
          <RotateCcw aria-hidden className="size-4" />
          {t('pipeline.start_new')}
        </Button>
        <NextPictureButton run={run} className="max-desktop:hidden" />
      </span>
      {/* On phones, a menu has the space for the words of these actions. */}
      <span className="contents tablet:hidden">
        <Menu
          label={t('bench.more')}
          items={[
            { label: t('pipeline.start_new'), icon: <RotateCcw aria-hidden />, onSelect: closeRun },
            { label: t('pipeline.next_picture'), icon: <Repeat2 aria-hidden />, onSelect: () => void prepareNextPicture(run) },
          ]}
        />
      </span>
      <a href={result.downloadUrl} download={resultFileName} className={buttonClass('primary')}>
        <Download aria-hidden className="size-4" />
        {t('pipeline.download')}
      </a>
    </>
  );
}
