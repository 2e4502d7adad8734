import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { usePipeline } from '../store/core.ts';
import { useFailureText } from '../store/failure.ts';
import { lacksCredits } from '../store/steering.ts';
import { useStepText } from './step-text.ts';

/** Why a run is paused, and what it keeps. */
export function PauseAlert({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const stepText = useStepText();
  const { ofPause } = useFailureText();
  const lacks = usePipeline(lacksCredits);
  const { status, error, iteration } = run;
  if (status !== 'paused' || !error) return null;
  return (
    <Alert tone={error.code === 'InsufficientCredits' ? 'warning' : 'danger'} title={stepText(run)} className="mb-3 tablet:mb-4">
      <p>{ofPause(error)}</p>
      <p>
        {t('pipeline.paused.kept', { count: iteration })}{' '}
        {lacks && <strong className="font-semibold">{t('pipeline.paused.top_up')}</strong>}
      </p>
    </Alert>
  );
}
