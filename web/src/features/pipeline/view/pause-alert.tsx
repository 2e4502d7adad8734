import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { usePipeline } from '../store/core.ts';
import { useFailureText } from '../store/failure.ts';
import { lacksCredits } from '../store/steering.ts';
import { useStepText } from './step-text.ts';

/** Shows why a run is paused, and how many images it has. */
export function PauseAlert({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const stepText = useStepText();
  const { pauseText } = useFailureText();
  const needsTopUp = usePipeline(lacksCredits);
  const { status, error, iteration } = run;
  if (status !== 'paused' || !error) return null;
  return (
    <Alert tone={error.code === 'InsufficientCredits' ? 'warning' : 'danger'} title={stepText(run)} className="mb-3 tablet:mb-4">
      <p>{pauseText(error)}</p>
      <p>
        {t('pipeline.paused.kept', { count: iteration })}{' '}
        {needsTopUp && <strong className="font-semibold">{t('pipeline.paused.top_up')}</strong>}
      </p>
    </Alert>
  );
}
