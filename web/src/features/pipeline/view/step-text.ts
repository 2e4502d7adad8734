import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { progressOf } from './stepper.ts';

/** Returns a function that describes the current step of a run in one sentence. */
export function useStepText(): (
  run: Pick<RunResponse, 'status' | 'step' | 'currentArea' | 'isStopping' | 'result' | 'focusAreas'>,
) => string {
  const { t } = useTranslation();
  const areaName = useAreaName();
  return (run) => {
    const { step, currentArea, isStopping, result } = run;
    if (isStopping) return t('pipeline.stopping');
    if (step === 'stopped' && !result) return t('pipeline.step.stopped_empty');
    const { solved, total } = progressOf(run);
    if (step === 'completed' && solved < total) return t('pipeline.ready_unsolved', { count: total - solved });
    return t(`pipeline.step.${step}`, { area: currentArea === undefined ? '' : areaName(currentArea) });
  };
}
