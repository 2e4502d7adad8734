import { ArrowRight, Images } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { runName } from '#web/features/batch/running/run-name.ts';
import { type NamedRun, RunTitle } from '#web/features/run-name/run-title.tsx';
import { dateAndTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { slots } from '../store/check-picture.ts';
import { isLocked, type PipelineState, usePipeline } from '../store/core.ts';
import { chooseSamples } from '../store/pictures.ts';
import { renewLinks } from '../store/runs.ts';

/**
 * The title of the page. While the setup is empty, it also contains the button for sample images. If a run is shown, it contains the
 * example of this run.
 */
export function PipelineHeader() {
  const { t } = useTranslation();
  const run = usePipeline((state) => state.run);
  const hasRun = usePipeline(({ runId, isGone }) => runId !== undefined && !isGone);
  return (
    <PageHeader
      compact
      title={t('pipeline.title')}
      subtitle={run ? undefined : hasRun ? '\u00a0' : <Subtitle />}
      line={run && <RunLine run={run} />}
      side={run ? <Example run={run} /> : hasRun ? undefined : <Samples />}
    />
  );
}

const isEmptySetup = ({ setup }: PipelineState): boolean => slots.every((slot) => !setup.pictures[slot]);

/** On phones, only a seller without any chosen picture needs the explanation. */
function Subtitle() {
  const { t } = useTranslation();
  const isEmpty = usePipeline(isEmptySetup);
  return <span className={isEmpty ? '' : 'max-tablet:hidden'}>{t('pipeline.subtitle')}</span>;
}

/** The name of the run with its product type and its time. The seller can change the name when the run is in the history. */
function RunLine({ run }: { run: RunResponse }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { runId, name, inputTitle, productType, createdAt } = run;
  const named: NamedRun = {
    batch_id: runId,
    kind: 'pipeline',
    total_images: 1,
    ...(name && { name }),
    ...(inputTitle && { file_names: [inputTitle] }),
  };
  return (
    <>
      {run.status === 'running' ? (
        <h2 className="flex min-h-9 min-w-0 items-center truncate font-sans text-base font-semibold tracking-normal text-ink touch:min-h-11">
          {runName('image', named, i18n.language, t)}
        </h2>
      ) : (
        <div className="min-w-0 text-ink">
          <RunTitle kind="image" run={named} id={id} />
        </div>
      )}
      <span className="money shrink-0">
        {productType && <span className="max-tablet:hidden">{productType} · </span>}
        {dateAndTime(createdAt, i18n.language)}
      </span>
    </>
  );
}

function Samples() {
  const { t } = useTranslation();
  const isEmpty = usePipeline(isEmptySetup);
  const locked = usePipeline(isLocked);
  if (!isEmpty) return null;
  return (
    <Button className="max-xs:whitespace-normal" disabled={locked} onClick={() => void chooseSamples()}>
      <Images aria-hidden className="size-4" />
      {t('pipeline.use_samples')}
    </Button>
  );
}

function Example({ run: { photos } }: { run: RunResponse }) {
  const { t } = useTranslation();
  const picture = 'size-13 rounded-sm bg-wall object-contain';
  return (
    <div className="flex items-center gap-3 text-sm text-muted max-tablet:hidden">
      {t('pipeline.example')}
      <span className="flex items-center gap-1.5">
        <img src={photos.beforeUrl} alt={t('pipeline.slot.before')} onError={renewLinks} className={picture} />
        <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
        <img src={photos.afterUrl} alt={t('pipeline.slot.after')} onError={renewLinks} className={picture} />
      </span>
    </div>
  );
}
