import { GalleryHorizontalEnd } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import { ReadinessChips } from '#web/features/readiness/readiness-chips.tsx';
import { type MenuResult, ResultMenu } from '#web/features/review/result-menu.tsx';
import { useAreaName } from '#web/lib/area-name.ts';
import { Button } from '#web/ui/button.tsx';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { stageClass } from '#web/ui/stage.ts';
import { WorkRing, WorkVeil } from '#web/ui/work-cover.tsx';
import { store, usePipeline } from '../store/core.ts';
import { renewLinks } from '../store/runs.ts';
import { FilmStrip } from './film-strip.tsx';
import { inputNumber, isMaking, pictureOf, resultFileName, shownNumber, verdictOf } from './iterations.ts';
import { hasEnded } from './stepper.ts';

type Size = { width: number; height: number };

/** The line with the name of the run needs space, so the display area is lower than in other tools. */
const stageHeight = 'desktop:min-h-[calc(var(--spacing-stage)-1rem)]';

/** The dark display area (stage): the shown iteration beside the input, and the row of all iterations. */
export function RunStage({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const id = useId();
  const number = usePipeline(({ selectedNumber, hoveredNumber }) => shownNumber(run, selectedNumber, hoveredNumber));
  const iteration = run.iterationHistory.find(({ iterationNumber }) => iterationNumber === number);
  const [inputSize, setInputSize] = useState<Size>();
  // The images have the aspect ratio of the input.
  const size = run.result ?? inputSize ?? { width: 1, height: 1 };
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      className={`on-dark relative isolate flex min-w-0 flex-col overflow-clip ${stageClass} outline-none max-desktop:order-first max-tablet:-mx-4 tablet:col-span-2 tablet:flex-row tablet:rounded-lg desktop:col-span-1 ${stageHeight}`}
    >
      <h2 id={id} className="sr-only">
        {t('pipeline.history')}
      </h2>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-2 self-start px-6 pt-4 pb-3 max-tablet:w-full tablet:px-4 desktop:sticky desktop:top-20 desktop:h-[calc(var(--spacing-stage)-1rem)]">
        <Picture run={run} iteration={iteration} size={size} />
        <Caption run={run} iteration={iteration} />
        {run.result && (
          <ReadinessChips
            probe={run.result.probe}
            result={run.result.downloadUrl}
            title={t('pipeline.result')}
            className="justify-center"
            isOnStage
          />
        )}
      </div>
      <FilmStrip run={run} shown={number} onInputSize={setInputSize} />
    </section>
  );
}

function Picture({ run, iteration, size }: { run: RunResponse; iteration: RunIteration | undefined; size: Size }) {
  const { t } = useTranslation();
  const src = iteration && pictureOf(run, iteration);
  const input = { src: run.photos.inputUrl, alt: t('pipeline.slot.input'), onError: renewLinks };
  const glow = 'shadow-[0_0_0_1px_rgb(255_240_220/0.16),0_0_120px_-20px_rgb(217_179_108/0.45)]';
  const style = {
    maxWidth: `calc((var(--spacing-side) - 2rem) * ${size.width / size.height})`,
    aspectRatio: `${size.width} / ${size.height}`,
  };
  if (iteration && src === undefined)
    return (
      <p style={style} className={`m-auto grid w-full place-items-center rounded-md p-6 text-center text-on-bench-muted ${glow}`}>
        {t('pipeline.picture_deleted')}
      </p>
    );
  return (
    <div style={style} className={`m-auto w-full rounded-md ${glow}`}>
      {iteration && src !== undefined ? (
        <CompareSlider
          before={input}
          after={{ src, alt: t('pipeline.iteration_alt', { number: iteration.iterationNumber }), onError: renewLinks }}
          size={size}
          opaque
        />
      ) : (
        <div className="relative size-full rounded-md">
          <img src={input.src} alt={input.alt} onError={renewLinks} className="size-full rounded-md object-contain" />
          {isMaking(run) && (
            <>
              <WorkVeil />
              <span aria-hidden className="absolute inset-0 grid place-items-center">
                <WorkRing />
              </span>
            </>
          )}
        </div>
      )}
    </div>
  );
}

const menuResult = ({ resultPath, downloadUrl, resultKey }: NonNullable<RunResponse['result']>, name: string): MenuResult => ({
  key: resultKey,
  name,
  src: resultPath,
  downloadUrl,
  resultKey,
  fileName: resultFileName,
});

/** The name of the shown picture, and the button that opens the review. */
function Caption({ run, iteration }: { run: RunResponse; iteration: RunIteration | undefined }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const { iterationHistory, result } = run;
  const verdict = iteration && verdictOf(run, iteration);
  const origin =
    iteration?.madeFrom === undefined
      ? t('pipeline.made_first')
      : t('pipeline.made_from', { area: iteration.area === undefined ? '' : areaName(iteration.area), from: iteration.madeFrom });
  const reviewable = iterationHistory.filter((one) => pictureOf(run, one) !== undefined);
  const review = () => store.setState({ reviewedNumber: iteration?.iterationNumber ?? reviewable.at(-1)?.iterationNumber ?? inputNumber });
  const reviewLabel = t('review.title_image', { count: reviewable.length });
  // This button is hidden if there is only one image, because the menu can also open the review of a single result.
  const reviewItem = { label: reviewLabel, icon: <GalleryHorizontalEnd aria-hidden />, onSelect: review };
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-4 gap-y-1 text-sm text-on-bench-muted tablet:flex-col tablet:justify-start">
      <p className="money max-w-full min-w-0 leading-snug text-pretty tablet:line-clamp-1 tablet:min-h-6 tablet:text-center">
        {iteration ? (
          <>
            <b className="font-semibold text-on-media">{t('pipeline.thumbnail', { number: iteration.iterationNumber })}</b>
            {verdict && ` · ${t(`pipeline.verdict.${verdict}`)}`}
            {verdict === 'result' && result ? ` · ${result.width} × ${result.height}` : ` · ${origin}`}
          </>
        ) : iterationHistory.length === 0 && hasEnded(run) ? (
          t('pipeline.history_none')
        ) : iterationHistory.length === 0 ? (
          t('pipeline.history_empty')
        ) : (
          t('pipeline.slot_hint.input')
        )}
      </p>
      <span className="flex min-h-9 shrink-0 items-center touch:min-h-11">
        {reviewable.length > 1 && (
          <Button kind="bench" size="small" className="min-w-11" onClick={review}>
            <GalleryHorizontalEnd aria-hidden className="size-4 max-tablet:size-5" />
            <span className="max-tablet:sr-only">{reviewLabel}</span>
          </Button>
        )}
        {result && verdict === 'result' && (
          <ResultMenu
            result={menuResult(result, t('pipeline.result'))}
            className="text-on-media!"
            {...(reviewable.length === 1 && { others: [reviewItem] })}
          />
        )}
      </span>
    </div>
  );
}
