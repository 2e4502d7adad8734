import { Eye, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { videoCost } from '#shared/credits/pricing.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { paths } from '#web/app/paths.ts';
import { useFurtherWork } from '#web/features/review/further-work.tsx';
import { useAreaName } from '#web/lib/area-name.ts';
import { dollars, dollarsFromApi } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { usePipeline } from '../store/core.ts';
import { AccuracyNote } from './accuracy-note.tsx';
import { lastEvaluation } from './iterations.ts';
import { NextPictureButton } from './next-picture-button.tsx';
import { PauseAlert } from './pause-alert.tsx';
import { isSolvedByFirstImage } from './stepper.ts';

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
          {
            name: t('pipeline.stat.images'),
            value: t('pipeline.stat.of', { count: statistics.imagesMade, total: iterationsMax }),
            isInBar: true,
          },
          {
            name: t('pipeline.stat.charged'),
            value: t('pipeline.stat.of', { count: dollarsFromApi(charged), total: dollarsFromApi(costMax) }),
            isInBar: true,
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
  return (
    <Panel title={t('pipeline.result')} tabIndex={-1} className="outline-none">
      <AccuracyNote accuracy={result.productAccuracy} />
      <p className="money mt-3 text-sm text-pretty text-muted">
        {isSolvedByFirstImage(run) ? t('pipeline.outcome.solved_first') : t('pipeline.result_is', { number: result.iterationNumber })}
      </p>
      {/* The steps and the bar show which areas are solved, so this list does not repeat it. */}
      <Figures
        figures={[
          { name: t('pipeline.stat.images'), value: statistics.imagesMade },
          { name: t('pipeline.stat.evaluations'), value: statistics.evaluations },
          { name: t('pipeline.stat.time'), value: elapsedTime(statistics.seconds * 1000) },
          { name: t('pipeline.stat.size'), value: `${result.width} × ${result.height}` },
          { name: t('pipeline.stat.charged'), value: dollarsFromApi(charged), isMoney: true, isInBar: true },
        ]}
      />
      <VideoButton result={result} />
      {/* In wide windows, this button is in the bar. */}
      <NextPictureButton run={run} className="mt-4 w-full justify-start! py-2 text-start leading-snug whitespace-normal! desktop:hidden" />
    </Panel>
  );
}

/** The price of a video with the default settings. */
const videoCents = videoCost({
  model: videoDefaults.model,
  durationSeconds: videoDefaults.durationSeconds,
  audioEnabled: videoDefaults.generateAudio,
  videoCount: 1,
}).totalCost;

/** Uses the result as the photo of a video. */
function VideoButton({ result: { resultKey, resultPath } }: { result: NonNullable<RunResponse['result']> }) {
  const { t } = useTranslation();
  const video = useFurtherWork({ resultKey, name: t('pipeline.result'), src: resultPath }).find(({ path }) => path === paths.batchVideo);
  if (!video) return null;
  return (
    <Button onClick={video.start} className="mt-4 w-full">
      {video.icon}
      {video.label}
      <ButtonPrice>{dollars(videoCents)}</ButtonPrice>
    </Button>
  );
}

type Figure = { name: string; value: string | number; isMoney?: boolean; isInBar?: boolean };

/** The numbers of a run. Numbers that are 0 are hidden. Numbers that are also in the bar are visible only on phones. */
function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation();
  return (
    <dl aria-label={t('pipeline.statistics')} className="money mt-2 divide-y divide-line border-b border-line">
      {figures
        .filter(({ value }) => value !== 0)
        .map(({ name, value, isMoney, isInBar }) => (
          <div key={name} className={`flex justify-between gap-4 py-2 low:py-1.5 low:text-sm ${isInBar ? 'tablet:hidden' : ''}`}>
            <dt className="text-muted">{name}</dt>
            <dd className={`text-end font-semibold ${isMoney ? 'text-brass' : ''}`}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
