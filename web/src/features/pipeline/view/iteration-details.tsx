import { CircleCheck, CircleDashed } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { dateAndTime } from '#web/lib/time.ts';
import { Panel } from '#web/ui/panel.tsx';
import { usePipeline } from '../store/core.ts';
import { evaluationsOf, shownNumber, verdictOf } from './iterations.ts';

/** The evaluations of the shown iteration, and the prompt that made it. */
export function IterationDetails({ run }: { run: RunResponse }) {
  const { t, i18n } = useTranslation();
  const areaName = useAreaName();
  const id = useId();
  const number = usePipeline(({ selectedNumber, hoveredNumber }) => shownNumber(run, selectedNumber, hoveredNumber));
  const iteration = run.iterationHistory.find(({ iterationNumber }) => iterationNumber === number);
  if (!iteration) return null;
  const { area, madeFrom, geminiPrompt, timestamp } = iteration;
  const madeFromValues = { area: area === undefined ? '' : areaName(area), from: madeFrom };
  const verdict = verdictOf(run, iteration);
  return (
    <Panel as="article" aria-labelledby={id} className="tablet:col-span-2 desktop:col-span-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={id} className="text-xl font-semibold">
          {t('pipeline.thumbnail', { number })}
        </h2>
        {(verdict === 'best' || verdict === 'result') && (
          <span className="rounded-full bg-success-soft px-2.5 py-0.5 text-sm font-semibold text-success">
            {t(`pipeline.verdict.${verdict}`)}
          </span>
        )}
        <p className="money text-muted">
          {madeFrom === undefined ? t('pipeline.made_first') : t('pipeline.made_from', madeFromValues)} ·{' '}
          {dateAndTime(timestamp, i18n.language)}
        </p>
      </div>
      <Evaluations run={run} iteration={iteration} />
      <details className="mt-3">
        <summary className="inline-block min-h-9 py-1.5 text-accent-text underline-offset-2 hover:underline touch:min-h-11 touch:py-2.5">
          {t('pipeline.asked')}
        </summary>
        <p className="mt-1 max-w-read rounded-md bg-sand/60 px-3 py-2 text-sm wrap-anywhere whitespace-pre-line text-muted">
          {geminiPrompt}
        </p>
      </details>
    </Panel>
  );
}

function Evaluations({ run, iteration }: { run: RunResponse; iteration: RunIteration }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const evaluations = evaluationsOf(run, iteration);
  if (evaluations.length === 0) return <p className="mt-3 text-muted">{t('pipeline.judged_not_yet')}</p>;
  return (
    <ul className="mt-3 grid gap-x-8 gap-y-3 tablet:grid-cols-2 desktop:grid-cols-3">
      {evaluations.map(({ area, status, assessment }) => (
        <li key={area} className="flex gap-2.5">
          {status === 'solved' ? (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          ) : (
            <CircleDashed aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
          )}
          <p className="min-w-0">
            <span className="inline-block font-semibold wrap-anywhere first-letter:uppercase">{areaName(area)}</span>
            <span className="text-muted"> · {t(`pipeline.verdict.${status}`)}</span>
            <span className="block text-sm text-muted">{assessment}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
