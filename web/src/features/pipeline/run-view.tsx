import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { wireDollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AreaList } from './area-list.tsx';
import { FailureNote } from './failure-note.tsx';
import { FinalResult } from './final-result.tsx';
import { IterationHistory } from './iteration-history.tsx';
import { RunStatus } from './run-status.tsx';
import type { useSteer } from './use-steer.ts';

type Props = {
  run: RunResponse;
  steering: ReturnType<typeof useSteer>;
  struggling: boolean;
  onStartNew: () => void;
  onNextPicture: (() => void) | undefined;
  onStale: () => void;
};

/** A run, from its first moment to its result (P4 to P10). */
export function RunView({ run, steering, struggling, onStartNew, onNextPicture, onStale }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { result, status } = run;
  const isOver = status === 'completed' || status === 'stopped';
  const stop = () => {
    setAsking(false);
    void steering.steer('stopRun');
  };

  return (
    <div className="mt-6 grid gap-5">
      <RunStatus
        run={run}
        pending={steering.pending}
        lacksCredits={steering.lacks}
        struggling={struggling}
        onStop={() => setAsking(true)}
        onContinue={() => void steering.steer('continueRun')}
      />
      {steering.failure && <FailureNote failure={steering.failure} onDismiss={steering.dismissFailure} />}
      {result && <FinalResult run={{ ...run, result }} onStartNew={onStartNew} onNextPicture={onNextPicture} onStale={onStale} />}
      {!result && status !== 'running' && (
        <div>
          <Button onClick={onStartNew}>
            <RotateCcw aria-hidden className="size-4" />
            {t('pipeline.start_new')}
          </Button>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <IterationHistory run={run} onStale={onStale} />
        <AreaList run={run} />
      </div>
      <Dialog
        open={asking && !isOver}
        onClose={() => setAsking(false)}
        title={status === 'paused' ? t('pipeline.end_title') : t('pipeline.stop_title')}
        alert
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('pipeline.stop_not')}</Button>
            <Button kind="primary" onClick={stop}>
              {status === 'paused' ? t('pipeline.end') : t('pipeline.stop')}
            </Button>
          </>
        }
      >
        <p className="money">{t('pipeline.stop_text', { count: run.iteration, charged: wireDollars(run.charged) })}</p>
      </Dialog>
    </div>
  );
}
