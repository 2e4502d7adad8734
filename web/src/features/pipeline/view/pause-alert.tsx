import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { usePipeline } from '../store/core.ts';
import { useFailureText } from '../store/failure.ts';
import { lacksCredits } from '../store/run-control.ts';

/** Shows in one text why a run is paused, and that its images are saved. A small line names the failed step (docs/spec.md 10.8). */
export function PauseAlert({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const { pauseText, failedStep } = useFailureText();
  const needsTopUp = usePipeline(lacksCredits);
  const { status, error, iteration } = run;
  if (status !== 'paused' || !error) return null;
  const hasFailed = error.code !== 'InsufficientCredits';
  return (
    <Alert tone="warning" className="mb-4 text-sm">
      <p role={hasFailed ? 'alert' : undefined}>
        {pauseText(error)} {t('pipeline.paused.kept', { count: iteration })}
        {hasFailed && iteration > 0 && ` ${t('pipeline.paused.free')}`}
        {needsTopUp && <strong className="block font-semibold">{t('pipeline.paused.top_up')}</strong>}
      </p>
      {hasFailed && <p className="mt-1.5 text-xs text-muted">{failedStep(error)}</p>}
    </Alert>
  );
}
