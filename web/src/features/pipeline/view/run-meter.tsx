import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { hasEnded, progressOf, type StepState, stepState } from './stepper.ts';

const colors: Record<StepState, string> = {
  waiting: 'bg-rest',
  current: 'stripes animate-breathe',
  paused: 'bg-brass',
  solved: 'bg-success',
  unsolved: 'bg-brass',
  stopped: 'bg-line-strong',
};

/** Shows the progress of a run on the bar, with one tick for each area. */
export function RunMeter({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const { solved, total, percent } = progressOf(run);
  const chosenAreas = run.focusAreas.filter(({ kind }) => kind === 'focus');
  return (
    <div
      role="progressbar"
      aria-label={t('pipeline.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t('pipeline.progress_text', { done: solved, total })}
      className="flex h-1.5 gap-0.5 overflow-hidden bg-surface"
    >
      {total === 0 ? (
        <span className={`flex-1 ${run.status === 'running' ? colors.current : hasEnded(run) ? colors.stopped : colors.waiting}`} />
      ) : (
        chosenAreas.map((area) => (
          <span key={area.area} className={`flex-1 transition-colors duration-500 ${colors[stepState(area, run)]}`} />
        ))
      )}
    </div>
  );
}
