import { Download, RotateCcw, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { wireDollars } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';

const downloadName = 'transformed-image.jpg';

type Props = {
  run: RunResponse & { result: NonNullable<RunResponse['result']> };
  onStartNew: () => void;
  /** For the next product after the same example; missing where this browser does not have it. */
  onNextPicture: (() => void) | undefined;
  onStale: () => void;
};

/** What came of it: before and after, how it went, the download (P6, P14). */
export function FinalResult({ run, onStartNew, onNextPicture, onStale }: Props) {
  const { t } = useTranslation();
  const { result, photos } = run;
  return (
    <section
      aria-label={t('pipeline.result')}
      tabIndex={-1}
      className="grid items-start gap-6 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <CompareSlider
        before={{ src: photos.inputUrl, alt: t('pipeline.slot.input'), onError: onStale }}
        after={{ src: result.resultPath, alt: t('pipeline.result'), onError: onStale }}
        size={result}
      />
      <div className="min-w-0">
        <h2 className="text-xl font-semibold">{t('pipeline.result')}</h2>
        <p className="mt-1 text-sm text-muted">
          {result.allFocusAreasSolved ? t('pipeline.all_solved') : t('pipeline.not_all_solved')}{' '}
          {t('pipeline.result_is', { number: result.iterationNumber })}
        </p>
        <Accuracy result={result} />
        <Statistics run={run} />
        <div className="mt-5 flex flex-wrap gap-3">
          <a href={result.downloadUrl} download={downloadName} className={`${buttonClass('primary')} max-sm:w-full`}>
            <Download aria-hidden className="size-4" />
            {t('pipeline.download')}
          </a>
          <Button ref={handFocusOn} onClick={onStartNew} className="max-sm:w-full">
            <RotateCcw aria-hidden className="size-4" />
            {t('pipeline.start_new')}
          </Button>
        </div>
        {onNextPicture && (
          <button
            ref={handFocusOn}
            type="button"
            onClick={onNextPicture}
            className="mt-3 min-h-8 text-start text-sm text-accent-text underline underline-offset-2"
          >
            {t('pipeline.next_picture')}
          </button>
        )}
      </div>
    </section>
  );
}

/** Without a PASS the result may not be true to the product, and says so (Q47). */
function Accuracy({ result: { productAccuracy } }: { result: Props['run']['result'] }) {
  const { t } = useTranslation();
  if (productAccuracy?.status === 'PASS')
    return (
      <p className="mt-4 flex items-center gap-2 rounded-md bg-success-soft px-4 py-3 text-sm text-success">
        <ShieldCheck aria-hidden className="size-5 shrink-0" />
        {t('pipeline.accuracy_confirmed')}
      </p>
    );
  return (
    <div className="mt-4 flex gap-3 rounded-md border border-brass/50 bg-brass-soft px-4 py-3 text-sm">
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
      <div className="min-w-0">
        <p className="font-semibold text-brass">{t('pipeline.accuracy_not_confirmed')}</p>
        <p className="mt-1">{productAccuracy ? t('pipeline.accuracy_look') : t('pipeline.accuracy_unchecked')}</p>
        {productAccuracy && productAccuracy.issues.length > 0 && (
          <ul className="mt-1 list-disc ps-5">
            {productAccuracy.issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Statistics({ run: { statistics, charged, focusAreas, result } }: Pick<Props, 'run'>) {
  const { t } = useTranslation();
  const figures = [
    { name: t('pipeline.stat.images'), value: statistics.imagesMade },
    { name: t('pipeline.stat.solved'), value: t('pipeline.stat.of', { count: statistics.areasSolved, total: focusAreas.length }) },
    { name: t('pipeline.stat.skipped'), value: statistics.areasSkipped },
    { name: t('pipeline.stat.evaluations'), value: statistics.evaluations },
    { name: t('pipeline.stat.time'), value: elapsedTime(statistics.seconds * 1000) },
    { name: t('pipeline.stat.size'), value: `${result.width} × ${result.height}` },
    { name: t('pipeline.stat.charged'), value: wireDollars(charged) },
  ];
  return (
    <dl aria-label={t('pipeline.statistics')} className="money mt-4 divide-y divide-line border-y border-line text-sm">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
