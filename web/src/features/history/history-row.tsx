import { ChevronDown, Copy, ImageOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { modelName } from '#shared/catalogue.ts';
import type { HistorySummary } from '#shared/history/api.ts';
import { paths, runParameter } from '#web/app/paths.ts';
import { useAreaNames } from '#web/lib/area-name.ts';
import { serverNow } from '#web/lib/clock.ts';
import { Link } from '#web/lib/router.tsx';
import { dateAndTime, relativeTime } from '#web/lib/time.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { RunDetails } from './run-details.tsx';

type Props = { kind: BatchKind; run: HistorySummary; userId: string; onStale: () => void };

const chip = 'rounded-full border border-line px-2 py-0.5 text-sm whitespace-nowrap';

/** Names of the other tools whose results are listed with the images. */
const otherTools = { pipeline: 'pipeline.title', edit: 'photo_edit.title' } as const;

/** One past batch: time, prompt and outcome. The seller can also open the results (docs/spec.md 14.2). */
export function HistoryRow({ kind, run, userId, onStale }: Props) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const timeText = relativeTime(run.created_at, serverNow(), i18n.language) ?? t('history.just_now');
  const cancelled = run.total_images - run.completed_images - run.failed_images;
  const ratio = run.aspect_ratio === 'mixed' ? t('history.mixed_ratio') : run.aspect_ratio;
  const areaNames = useAreaNames();
  const isPipeline = run.kind === 'pipeline';
  const model = run.model === 'mixed' ? t('history.mixed_model') : modelName(run.model);

  const prompt = isPipeline ? areaNames(run.prompt) : run.prompt;
  return (
    <li className="rounded-lg border border-line bg-surface shadow-card">
      <article aria-labelledby={`${id}-when`}>
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:p-5 md:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
          <Thumbnail kind={kind} run={run} onStale={onStale} />
          <div className="min-w-0">
            <h2 id={`${id}-when`} className="flex flex-wrap items-baseline gap-x-2.5 font-sans text-base font-semibold tracking-normal">
              {timeText}
              <time dateTime={run.created_at} className="money text-sm font-normal text-muted">
                {dateAndTime(run.created_at, i18n.language)}
              </time>
            </h2>
            <p className="mt-1 line-clamp-2 text-base" title={prompt}>
              {prompt}
            </p>
            <p className="money mt-2 flex flex-wrap items-center gap-1.5">
              <span className={`${chip} text-success`}>{t('history.completed', { count: run.completed_images })}</span>
              {run.failed_images > 0 && <span className={`${chip} text-danger`}>{t('history.failed', { count: run.failed_images })}</span>}
              {cancelled > 0 && <span className={`${chip} text-muted`}>{t('history.cancelled', { count: cancelled })}</span>}
              <span className={chip}>
                <span className="sr-only">{t('batch.aspect_ratio')} </span>
                {ratio}
              </span>
              <span className={`${chip} text-muted`}>{model}</span>
              {run.kind && <span className={`${chip} text-muted`}>{t(otherTools[run.kind])}</span>}
            </p>
          </div>
          <div className="col-span-2 flex items-center justify-between gap-2 md:col-span-1 md:flex-col md:items-end">
            <BatchId id={run.batch_id} />
            {isPipeline && (
              <Link to={`${paths.pipeline}?${runParameter}=${run.batch_id}`} className={buttonClass('quiet', 'small')}>
                {t('history.open_run')}
              </Link>
            )}
            <Button size="small" aria-expanded={open} aria-controls={`${id}-results`} onClick={() => setOpen(!open)}>
              {open ? t(`${kind}.history.hide`) : t(`${kind}.history.show`)}
              <ChevronDown aria-hidden className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`} />
            </Button>
          </div>
        </div>
        <div id={`${id}-results`} className={open ? 'border-t border-line' : ''}>
          {open && <RunDetails kind={kind} isPipeline={isPipeline} userId={userId} batchId={run.batch_id} />}
        </div>
      </article>
    </li>
  );
}

function Thumbnail({ kind, run, onStale }: Pick<Props, 'kind' | 'run' | 'onStale'>) {
  const { t } = useTranslation();
  const furtherCount = run.total_images - 1;
  return (
    <div className="relative aspect-4/5 w-full self-start overflow-hidden rounded-md bg-sand">
      {run.thumbnail ? (
        <img
          src={run.thumbnail}
          alt={t(`${kind}.history.thumbnail`)}
          loading="lazy"
          decoding="async"
          onError={onStale}
          className="size-full object-cover"
        />
      ) : (
        <ImageOff aria-hidden className="absolute inset-0 m-auto size-6 text-muted" />
      )}
      {furtherCount > 0 && (
        <span className="money absolute end-1 bottom-1 rounded-full bg-media/80 px-1.5 py-0.5 text-sm text-on-media">
          {t('history.more', { count: furtherCount })}
        </span>
      )}
    </div>
  );
}

/** The batch id, because support may ask for it. */
function BatchId({ id }: { id: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => toast({ message: t('history.copied') }),
      () => toast({ message: t('history.copy_failed', { id }), durationMs: 8_000 }),
    );
  return (
    <p className="flex min-w-0 items-center text-sm text-muted">
      <span className="sr-only">{t('history.batch_id')} </span>
      <span className="money truncate" title={id}>
        {id.slice(0, 8)}…
      </span>
      <IconButton label={t('history.copy_id')} onClick={() => void copy()}>
        <Copy aria-hidden className="size-4" />
      </IconButton>
    </p>
  );
}
