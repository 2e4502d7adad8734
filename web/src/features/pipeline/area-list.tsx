import { CircleAlert, CircleCheck, CircleDashed, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { explainArea } from './explain-area.ts';

/** Each area, how it stands or ended, and why (P7, P9). */
export function AreaList({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('pipeline.areas_now')} className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 className="text-xl font-semibold">{t('pipeline.areas_now')}</h2>
      {run.focusAreas.length === 0 ? (
        <p className="mt-3 text-sm text-muted">{t('pipeline.areas_unknown')}</p>
      ) : (
        <ol className="mt-3 divide-y divide-line">
          {run.focusAreas.map((area) => (
            <Area key={area.area} area={area} run={run} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Area({ area, run }: { area: RunFocusArea; run: RunResponse }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const { key, values } = explainArea(area, run);
  const isCurrent = run.status === 'running' && area.area === run.currentArea;
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="flex gap-3 py-3.5">
      <span className="mt-0.5 shrink-0">
        <AreaIcon area={area} isCurrent={isCurrent} />
      </span>
      <div className="min-w-0 text-sm">
        <p className="font-semibold wrap-anywhere first-letter:uppercase">{areaName(area.area)}</p>
        <p className="money">{t(`pipeline.outcome.${key}`, values)}</p>
        {area.assessment && <p className="mt-1 text-muted">{area.assessment}</p>}
      </div>
    </li>
  );
}

function AreaIcon({ area: { outcome }, isCurrent }: { area: RunFocusArea; isCurrent: boolean }) {
  if (isCurrent) return <Spinner className="size-5" />;
  if (outcome === 'solved') return <CircleCheck aria-hidden className="size-5 text-success" />;
  if (outcome === 'skipped') return <SkipForward aria-hidden className="size-5 text-brass" />;
  if (outcome) return <CircleAlert aria-hidden className="size-5 text-brass" />;
  return <CircleDashed aria-hidden className="size-5 text-muted" />;
}
