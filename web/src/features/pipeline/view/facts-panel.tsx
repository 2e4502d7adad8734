import { Eye, TriangleAlert, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Panel } from '#web/ui/panel.tsx';
import { usePipeline } from '../store/core.ts';
import { AccuracyNote } from './accuracy-note.tsx';
import { lastEvaluation } from './iterations.ts';
import { NextPictureButton } from './next-picture-button.tsx';
import { PauseAlert } from './pause-alert.tsx';
import { isSolvedByFirstImage, progressOf } from './stepper.ts';

/** Shows facts and numbers of a running run, or of the result of an ended run. */
export const FactsPanel = ({ run }: { run: RunResponse }) =>
  run.result ? <FinalResult run={run} result={run.result} /> : <CurrentFigures run={run} />;

function CurrentFigures({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const isRetrying = usePipeline((state) => state.isRetrying);
  const { statistics, iterationsMax, charged, costMax, status } = run;
  const areaName = useAreaName();
  const last = lastEvaluation(run);
  // On phones, the reason of a pause is directly below the picture.
  const order = status === 'paused' ? 'max-desktop:-order-1' : '';
  return (
    <Panel title={t('pipeline.so_far')} tabIndex={-1} className={`outline-none ${order}`}>
      <PauseAlert run={run} />
      <Figures
        figures={[
          { name: t('pipeline.stat.images'), value: t('pipeline.stat.of', { count: statistics.imagesMade, total: iterationsMax }) },
          {
            name: t('pipeline.stat.charged'),
            value: t('pipeline.stat.of', { count: dollarsFromApi(charged), total: dollarsFromApi(costMax) }),
          },
          { name: t('pipeline.stat.time'), value: elapsedTime(statistics.seconds * 1000) },
        ]}
      />
      {last && (
        <div className="mt-4">
          <p className="flex items-center gap-2 font-semibold text-accent-text">
            <Eye aria-hidden className="size-4 shrink-0" />
            {t('pipeline.last_check')}
          </p>
          <p className="mt-1 wrap-anywhere first-letter:uppercase">{areaName(last.area)}</p>
          <p className="text-sm text-pretty text-muted">{last.assessment}</p>
        </div>
      )}
      {isRetrying && (
        <p role="status" className="mt-4 flex gap-2 text-brass">
          <WifiOff aria-hidden className="mt-1 size-4 shrink-0" />
          {t('pipeline.struggling')}
        </p>
      )}
      {status === 'running' && <p className="mt-4 text-sm text-pretty text-muted">{t('pipeline.leave_hint')}</p>}
    </Panel>
  );
}

function FinalResult({ run, result }: { run: RunResponse; result: NonNullable<RunResponse['result']> }) {
  const { t } = useTranslation();
  const { statistics, charged } = run;
  const { solved, total } = progressOf(run);
  return (
    <Panel title={t('pipeline.result')} tabIndex={-1} className="outline-none">
      {solved < total && (
        <p className="mb-2 flex items-center gap-2 rounded-md bg-brass-soft px-3 py-2.5 text-sm/snug font-semibold text-brass">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {t('pipeline.ready_unsolved', { count: total - solved })}
        </p>
      )}
      <AccuracyNote accuracy={result.productAccuracy} />
      <p className="money mt-3 text-sm text-pretty text-muted">
        {isSolvedByFirstImage(run) ? (
          t('pipeline.outcome.solved_first')
        ) : (
          <>
            {solved === total && `${t('pipeline.all_solved')} `}
            {t('pipeline.result_is', { number: result.iterationNumber })}
          </>
        )}
      </p>
      <Figures
        figures={[
          { name: t('pipeline.stat.images'), value: statistics.imagesMade },
          { name: t('pipeline.stat.solved'), value: t('pipeline.stat.of', { count: solved, total }) },
          { name: t('pipeline.stat.skipped'), value: statistics.areasSkipped },
          { name: t('pipeline.stat.evaluations'), value: statistics.evaluations },
          { name: t('pipeline.stat.time'), value: elapsedTime(statistics.seconds * 1000) },
          { name: t('pipeline.stat.size'), value: `${result.width} × ${result.height}` },
          { name: t('pipeline.stat.charged'), value: dollarsFromApi(charged), isMoney: true },
        ]}
      />
      {/* In wide windows, this button is in the bar. */}
      <NextPictureButton run={run} className="mt-4 w-full justify-start! py-2 text-start leading-snug whitespace-normal! desktop:hidden" />
    </Panel>
  );
}

type Figure = { name: string; value: string | number; isMoney?: boolean };

/** The numbers of a run. Numbers that are 0 are hidden. */
function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation();
  return (
    <dl aria-label={t('pipeline.statistics')} className="money mt-2 divide-y divide-line border-b border-line">
      {figures
        .filter(({ value }) => value !== 0)
        .map(({ name, value, isMoney }) => (
          <div key={name} className="flex justify-between gap-4 py-2 low:py-1.5 low:text-sm">
            <dt className="text-muted">{name}</dt>
            <dd className={`text-end font-semibold ${isMoney ? 'text-brass' : ''}`}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
