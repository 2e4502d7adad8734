import { Check, Minus, Pause, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { explainArea } from './explain-area.ts';
import { NextAttemptButton } from './next-attempt-button.tsx';
import { type Attempt, attemptsOf, currentAreaOf, hasEnded, isSolvedByFirstImage, type StepState, stepState } from './stepper.ts';

/** Shows each focus area as a step with its name, state and explanation. Also shows the stage of the run. */
export function StepsPanel({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const { stage, status, focusAreas } = run;
  return (
    <Panel
      // In wide windows, the panel is as high as the images beside it. If the steps need more space, the panel scrolls. With the tab index,
      // the panel can have the focus, so that users can scroll with the keyboard.
      tabIndex={0}
      className="desktop:h-0 desktop:min-h-full desktop:overflow-y-auto desktop:[scrollbar-width:thin]"
      title={t('pipeline.areas_now')}
      // The bar shows the outcome of an ended run.
      hint={
        hasEnded(run) ? undefined : (
          <b className={`font-semibold ${status === 'paused' ? 'text-brass' : 'text-ink'}`}>{t(`pipeline.stage.${stage}`)}</b>
        )
      }
    >
      {focusAreas.length === 0 ? (
        <p className="text-muted">{t('pipeline.areas_unknown')}</p>
      ) : (
        <ol>
          {focusAreas.map((area) => (
            <Step key={area.area} area={area} run={run} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Step({ area, run }: { area: RunFocusArea; run: RunResponse }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const state = stepState(area, run);
  const { key, values } = explainArea(area, { ...run, currentArea: currentAreaOf(run) });
  // If the first image solved all areas, the panel with the facts says so once. Then this text is only for screen readers.
  const isRepeated = key === 'solved_first' && isSolvedByFirstImage(run);
  const attempts = attemptsOf(area, run);
  const isQuiet = state === 'waiting' || state === 'stopped';
  // This panel shows the assessments of unsolved areas. The details of each iteration show the assessments of solved areas. The facts of a
  // running run show its last assessment.
  const assessment = state === 'unsolved' ? area.assessment : undefined;
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="group relative flex gap-3 pb-4 last:pb-0">
      <span
        aria-hidden
        className={`absolute start-[0.9375rem] top-8 bottom-0 w-0.5 group-last:hidden ${state === 'solved' ? 'bg-success' : 'bg-line'}`}
      />
      <Mark state={state} />
      <div className="min-w-0 flex-1 leading-snug">
        <div className="flex justify-between gap-3 pt-1">
          <p className={`min-w-0 font-semibold wrap-anywhere first-letter:uppercase ${isQuiet ? 'text-muted' : ''}`}>
            {areaName(area.area)}
          </p>
          {attempts.length > 0 && <Attempts attempts={attempts} />}
        </div>
        <p className={`money mt-0.5 text-sm text-muted ${isRepeated ? 'sr-only' : ''}`}>{t(`pipeline.outcome.${key}`, values)}</p>
        {assessment && (
          <p className="mt-0.5 line-clamp-2 text-sm text-muted" title={assessment}>
            {assessment}
          </p>
        )}
        {state === 'unsolved' && area.kind === 'focus' && hasEnded(run) && <NextAttemptButton run={run} area={area.area} />}
      </div>
    </li>
  );
}

const marks: Record<StepState, { className: string; icon: ReactNode }> = {
  waiting: { className: 'border-line-strong bg-surface text-muted', icon: null },
  current: { className: 'border-go bg-brass-soft text-brass', icon: <Spinner className="size-4" /> },
  paused: { className: 'border-brass bg-brass-soft text-brass', icon: <Pause className="size-4" /> },
  solved: { className: 'border-success bg-success text-surface', icon: <Check className="size-4" strokeWidth={2.5} /> },
  stopped: { className: 'border-line-strong bg-sand text-muted', icon: <Minus className="size-4" /> },
  unsolved: { className: 'border-brass bg-brass-soft text-brass', icon: <Undo2 className="size-4" /> },
};

const Mark = ({ state }: { state: StepState }) => (
  <span aria-hidden className={`relative grid size-8 shrink-0 place-items-center rounded-full border-2 ${marks[state].className}`}>
    {marks[state].icon}
  </span>
);

const dots: Record<Attempt, string> = {
  failed: 'border-2 border-line-strong',
  running: 'animate-breathe bg-go',
  solved: 'bg-success',
};

/** Shows a dot for each attempt to improve the area. Screen readers read the explanation instead. */
const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <span aria-hidden className="flex shrink-0 gap-1 pt-1.5">
    {attempts.map((attempt, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is identified by its position.
      <i key={index} className={`size-2.5 rounded-full ${dots[attempt]}`} />
    ))}
  </span>
);
