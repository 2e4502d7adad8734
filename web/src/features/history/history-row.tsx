import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type HistorySummary, historyThumbnailsMax } from '#shared/history/api.ts';
import { orderParameter, paths } from '#web/app/paths.ts';
import { RunTitle } from '#web/features/run-name/run-title.tsx';
import { useAreaNames } from '#web/lib/area-name.ts';
import { serverNow } from '#web/lib/clock.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { dateAndTime, relativeTime } from '#web/lib/time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { useCopyId } from './copy-id.ts';
import { modelText } from './model-text.ts';
import { isOrder, RunActions } from './run-actions.tsx';
import { RunDetails } from './run-details.tsx';
import { RunThumbnails } from './run-thumbnails.tsx';

type Props = { run: HistorySummary; userId: string; onStale: () => void; isOpenFirst?: boolean };

/** The names of the tools whose runs are in the lists of videos and images. */
const toolNames = { video: 'nav.video', image: 'nav.images', pipeline: 'pipeline.title', edit: 'photo_edit.title' } as const;

/** One past batch: name, time, prompt, outcome and cost. The seller can also open the results (docs/spec.md 14.2). */
export function HistoryRow({ run, userId, onStale, isOpenFirst = false }: Props) {
  const { t } = useTranslation();
  const kind = run.result_kind;
  const [open, setOpen] = useState(isOpenFirst);
  const id = useId();
  const areaNames = useAreaNames();
  const isPipeline = run.kind === 'pipeline';
  const prompt = isPipeline ? areaNames(run.prompt) : run.prompt;
  const isPhone = useMediaQuery('(width < 44rem)');
  return (
    <li className="rounded-lg border border-line bg-surface shadow-card">
      <article aria-labelledby={`${id}-name`}>
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 p-3 lg:gap-x-5 lg:gap-y-3 lg:grid-cols-[minmax(21rem,6fr)_minmax(7rem,4fr)_minmax(9.5rem,3fr)_4rem] lg:items-center xl:grid-cols-[minmax(22rem,2fr)_minmax(6rem,1fr)_10.5rem_4rem_22rem]">
          {/* The name is beside the pictures, also if there is only one. */}
          <div className="contents lg:flex lg:min-w-0 lg:items-center lg:gap-4 lg:row-span-2 xl:row-span-1">
            <div className="max-lg:row-span-2">
              <RunThumbnails kind={kind} run={run} shownMax={isPhone ? 1 : historyThumbnailsMax} onStale={onStale} />
            </div>
            <div className="min-w-0 lg:flex-1">
              <RunTitle kind={kind} run={run} id={`${id}-name`} />
              <RunTime run={run} isPhone={isPhone} />
              {!isPhone && <BatchId id={run.batch_id} />}
            </div>
          </div>
          <p className="money pt-2 text-end max-tablet:pt-3 font-semibold lg:col-start-4 lg:row-start-1 lg:pt-0">
            {run.charged !== undefined && (
              <>
                <span className="sr-only">{t('history.receipt.charged')} </span>
                {dollarsFromApi(run.charged)}
              </>
            )}
          </p>
          <p
            className="col-span-3 line-clamp-2 text-base text-muted max-lg:order-2 max-tablet:line-clamp-1 max-tablet:text-sm lg:col-span-1 lg:col-start-2 lg:row-start-1"
            title={prompt}
          >
            {prompt}
          </p>
          <Outcome run={run} name={`${id}-name`} isPhone={isPhone} />
          <div className="col-span-3 max-lg:order-4 lg:col-span-3 lg:col-start-2 lg:row-start-2 xl:col-span-1 xl:col-start-5 xl:row-start-1">
            <RunActions kind={kind} run={run} open={open} isPhone={isPhone} controls={`${id}-results`} onToggle={() => setOpen(!open)} />
          </div>
        </div>
        <div id={`${id}-results`} className={open ? 'border-t border-line' : ''}>
          {open && <RunDetails kind={kind} isPipeline={isPipeline} userId={userId} batchId={run.batch_id} />}
        </div>
      </article>
    </li>
  );
}

/** The tool and the time of the run. On phones, also the ratio and the model. */
function RunTime({ run, isPhone }: Pick<Props, 'run'> & { isPhone: boolean }) {
  const { t, i18n } = useTranslation();
  const timeText = relativeTime(run.created_at, serverNow(), i18n.language) ?? t('history.just_now');
  return (
    <p className={`text-sm text-muted ${isPhone ? 'truncate' : ''}`}>
      {t(toolNames[run.kind ?? run.result_kind])} ·{' '}
      <time dateTime={run.created_at} title={dateAndTime(run.created_at, i18n.language)}>
        {timeText}
      </time>
      {isPhone && (
        <>
          {' · '}
          <RatioAndModel run={run} />
        </>
      )}
      {run.is_large_order && !isOrder(run) && (
        <>
          {' · '}
          <Link to={`${paths.history}?${orderParameter}=${run.order_id}`} className="underline underline-offset-2 hover:text-ink">
            {t('order.show')}
          </Link>
        </>
      )}
    </p>
  );
}

function RatioAndModel({ run }: { run: HistorySummary }) {
  const { t } = useTranslation();
  const ratio = run.aspect_ratio === 'mixed' ? t('history.mixed_ratio') : run.aspect_ratio;
  const model = run.model === 'mixed' ? t('history.mixed_model') : modelText(run.model, t);
  return (
    <>
      <span className="sr-only">{t('batch.aspect_ratio')} </span>
      {ratio} · {model}
    </>
  );
}

/** The number of items in each state and, in wide windows, the ratio and the model. */
function Outcome({ run, name, isPhone }: { run: HistorySummary; name: string; isPhone: boolean }) {
  const { t } = useTranslation();
  const cancelled = run.total_images - run.completed_images - run.failed_images;
  return (
    <div aria-describedby={name} className="money col-span-2 min-w-0 text-sm lg:col-span-1 lg:col-start-3 lg:row-start-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-1.5">
          <Dot tone="done" />
          {t('history.completed', { count: run.completed_images })}
        </span>
        {run.failed_images > 0 && (
          <span className="inline-flex items-center gap-1.5 text-danger">
            <Dot tone="failed" />
            {t('history.failed', { count: run.failed_images })}
          </span>
        )}
        {run.redone !== undefined && <span className="text-muted">{t('history.redone', { count: run.redone })}</span>}
        {cancelled > 0 && <span className="text-muted">{t('history.cancelled', { count: cancelled })}</span>}
      </p>
      <Meter
        label={t('history.outcome')}
        done={run.completed_images}
        failed={run.failed_images}
        total={run.total_images}
        className="mt-1 h-1"
      />
      {!isPhone && (
        <p className="mt-1 text-muted">
          <RatioAndModel run={run} />
        </p>
      )}
    </div>
  );
}

/** The batch id, because support may ask for it. */
function BatchId({ id }: { id: string }) {
  const { t } = useTranslation();
  const copy = useCopyId(id);
  return (
    <p className="flex min-w-0 items-center text-sm text-muted">
      <span className="sr-only">{t('history.batch_id')} </span>
      <span className="money truncate" title={id}>
        {id.slice(0, 8)}…
      </span>
      <IconButton label={t('history.copy_id')} onClick={copy}>
        <Copy aria-hidden className="size-4" />
      </IconButton>
    </p>
  );
}
