import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { videoModel } from '#shared/catalogue.ts';
import { videoPrice } from '#shared/credits/video-price.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { dollars } from '#web/lib/money.ts';
import { LoopingClip } from '#web/ui/media.tsx';
import firstPhoto from './pictures/first-photo.avif?inline';
import { paneSizes, paneSources, type Sample, useSamples } from './samples.ts';

/** The state of a pane: first only the photo, then a note that the clip is being made, and then the clip. */
type Phase = 'photo' | 'making' | 'ready';

/**
 * Times of the animation in milliseconds: the delay before the first pane starts, the delay between two panes, and the duration of the
 * state 'making'. Real videos take minutes.
 */
const firstPaneDelayMs = 900;
const delayBetweenPanesMs = 650;
const makingMs = 2_200;

const phasesAt = (count: number, phase: Phase): Phase[] => Array.from({ length: count }, () => phase);

/** Runs the animation once. Without the animation, all panes show their clips. */
function useRun(count: number, isAnimated: boolean): Phase[] {
  const [phases, setPhases] = useState<Phase[]>(() => phasesAt(count, 'photo'));
  const [hasStopped, setHasStopped] = useState(!isAnimated);
  if (!isAnimated && !hasStopped) setHasStopped(true);
  useEffect(() => {
    if (!isAnimated) return;
    const schedulePhase = (pane: number, phase: Phase, afterMs: number) =>
      window.setTimeout(
        () => setPhases((previous) => previous.map((one, index) => (index === pane && one !== 'ready' ? phase : one))),
        afterMs,
      );
    const timers = phasesAt(count, 'photo').flatMap((_, pane) => {
      const startMs = firstPaneDelayMs + pane * delayBetweenPanesMs;
      return [schedulePhase(pane, 'making', startMs), schedulePhase(pane, 'ready', startMs + makingMs)];
    });
    return () => timers.forEach(window.clearTimeout);
  }, [count, isAnimated]);
  return hasStopped ? phasesAt(count, 'ready') : phases;
}

type Props = { isAnimated: boolean; onAnimatedChange: (isAnimated: boolean) => void };

/** Shows how the product works: four photos become clips, one after another. The frame looks like a shop window (decision 015). */
export function HeroDemo({ isAnimated, onAnimatedChange }: Props) {
  const { t } = useTranslation();
  const samples = useSamples();
  const phases = useRun(samples.length, isAnimated);
  const readyCount = phases.filter((phase) => phase === 'ready').length;
  const model = videoModel(videoDefaults.model);
  const price = model ? videoPrice(model, videoDefaults.durationSeconds, videoDefaults.generateAudio) : 0;

  return (
    <section aria-label={t('landing.window.label')} className="shadow-window">
      {/* The number of ready clips, and the price. */}
      <div className="flex items-center gap-4 rounded-t-md bg-shop px-4 py-2.5 text-brass-bright sm:px-6">
        <p className="money me-auto font-display text-base leading-tight whitespace-nowrap sm:text-xl">
          {t('landing.window.status', { count: readyCount, total: samples.length })}
        </p>
        <p className="money text-base whitespace-nowrap max-sm:hidden">
          {t('landing.window.charged', { amount: dollars(readyCount * price) })}
        </p>
        <MotionButton
          isAnimated={isAnimated}
          onAnimatedChange={onAnimatedChange}
          className="-me-2 text-brass-bright hover:bg-on-accent/10"
        />
      </div>
      <ul className="grid grid-cols-2 gap-1.5 bg-shop px-1.5 pb-1.5 sm:gap-2 sm:px-2 sm:pb-2 lg:grid-cols-4">
        {samples.map((sample, index) => (
          <Pane
            key={sample.clip}
            sample={sample}
            phase={phases[index] ?? 'photo'}
            price={dollars(price)}
            isAnimated={isAnimated}
            first={index === 0}
          />
        ))}
      </ul>
      {/* The lower edge of the frame. */}
      <div aria-hidden className="-mx-1.5 h-2.5 rounded-b-sm border-t border-brass-bright/50 bg-shop-deep sm:-mx-3" />
    </section>
  );
}

type PaneProps = { sample: Sample; phase: Phase; price: string; isAnimated: boolean; first: boolean };

function Pane({ sample, phase, price, isAnimated, first }: PaneProps) {
  const { t } = useTranslation();
  const isReady = phase === 'ready';
  return (
    <li className="min-w-0">
      <div className="relative aspect-4/5 overflow-hidden rounded-sm bg-media">
        {/* The page contains a small copy of the first photo, so that the largest paint of the page waits for no download. */}
        {first && <img src={firstPhoto} alt="" width={302} height={378} className="absolute inset-0 size-full object-cover" />}
        <LoopingClip
          src={sample.clip}
          poster={isReady ? sample.poster : undefined}
          label={sample.label}
          paused={!isAnimated || !isReady}
          className="absolute inset-0 size-full object-cover"
        />
        {/* When the clip is ready, the photo shrinks into a corner. */}
        <img
          src={sample.photo}
          srcSet={paneSources(sample)}
          sizes={paneSizes}
          alt=""
          width={864}
          height={1080}
          // No photo is larger than the copy in the page, so no photo delays the largest paint.
          fetchPriority="low"
          className={`absolute inset-0 size-full origin-bottom-left rounded-sm object-cover transition-transform duration-700 ease-out ${isReady ? 'translate-x-[4%] translate-y-[-4%] scale-[0.27] outline-8 outline-on-media' : ''}`}
        />
        {phase === 'making' && (
          <>
            <span aria-hidden className="work-sweep absolute inset-0 overflow-hidden [--sweep-light:0.75] [--sweep-time:1.1s]" />
            <span
              aria-hidden
              style={{ '--filling-time': `${makingMs}ms` } as CSSProperties}
              className="filling absolute inset-x-0 bottom-0 h-1.5 origin-left bg-brass-bright rtl:origin-right"
            />
          </>
        )}
      </div>
      <p className="money flex items-center justify-between gap-2 px-2 py-1.5 text-sm text-on-accent">
        <span>{t(`landing.window.${phase}`)}</span>
        <span className={`transition-opacity ${isReady ? '' : 'opacity-0'}`}>{price}</span>
      </p>
    </li>
  );
}

/** Stops and starts all animations. If the browser asks for reduced motion, the animations are off until the user starts them. */
export function MotionButton({ isAnimated, onAnimatedChange, className }: Props & { className: string }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={isAnimated ? t('landing.window.pause') : t('landing.window.play')}
      onClick={() => onAnimatedChange(!isAnimated)}
      className={`grid size-9 shrink-0 place-items-center rounded-md transition-colors ${className}`}
    >
      {isAnimated ? <Pause aria-hidden className="size-4 fill-current" /> : <Play aria-hidden className="size-4 fill-current" />}
    </button>
  );
}
