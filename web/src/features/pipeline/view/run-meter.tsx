import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { progressOf, type StepState, stepState } from './stepper.ts';

const colors: Record<StepState, string> = {
  waiting: 'bg-rest',
  current: 'animate-breathe bg-go',
  paused: 'bg-danger',
  solved: 'bg-success',
  unsolved: 'bg-brass',
};

/** Shows the progress of a run on the bar, with one tick for each area. */
export function RunMeter({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const { done, total, percent } = progressOf(run);
  return (
    <div
      role="progressbar"
      aria-label={t('pipeline.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t('pipeline.progress_text', { done, total })}
      className="flex h-1 gap-0.5 overflow-hidden bg-surface"
    >
      {total === 0 ? (
        <span className={`flex-1 ${run.status === 'running' ? colors.current : colors.waiting}`} />
      ) : (
        run.focusAreas.map((area) => <span key={area.area} className={`flex-1 transition-colors duration-500 ${tickColor(area, run)}`} />)
      )}
    </div>
  );
}

/** The tick of an area stays empty if the seller has stopped the run before the area ended. */
const tickColor = (area: RunResponse['focusAreas'][number], run: RunResponse): string =>
  colors[area.outcome === 'stopped' ? 'waiting' : stepState(area, run)];
