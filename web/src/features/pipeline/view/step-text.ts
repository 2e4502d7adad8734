import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';

/** Returns a function that describes the current step of a run in one sentence. */
export function useStepText(): (run: Pick<RunResponse, 'step' | 'currentArea' | 'isStopping' | 'result'>) => string {
  const { t } = useTranslation();
  const areaName = useAreaName();
  return ({ step, currentArea, isStopping, result }) => {
    if (isStopping) return t('pipeline.stopping');
    if (step === 'stopped' && !result) return t('pipeline.step.stopped_empty');
    return t(`pipeline.step.${step}`, { area: currentArea === undefined ? '' : areaName(currentArea) });
  };
}
