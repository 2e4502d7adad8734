import { ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import { scrollInside } from '#web/ui/scroll-inside.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { store } from '../store/core.ts';
import { renewLinks } from '../store/runs.ts';
import { inputNumber, isMaking, verdictOf } from './iterations.ts';
import { hasEnded } from './stepper.ts';

type Props = {
  run: RunResponse;
  /** The number of the shown picture. */
  shown: number;
  onInputSize: (size: { width: number; height: number }) => void;
};

/** The input and all iterations in a row. Hover and focus show a picture temporarily. A click or Enter selects the picture. */
export function FilmStrip({ run, shown, onInputSize }: Props) {
  const { t } = useTranslation();
  const { photos, iterationHistory, iteration } = run;
  const making = isMaking(run);
  const strip = useRef<HTMLOListElement>(null);
  const isOver = hasEnded(run);
  // Scrolls to a new image, and at the end to the result.
  useEffect(() => {
    const row = strip.current;
    if (!row || iteration === 0) return;
    row.scrollTo({ top: row.scrollHeight, left: row.scrollWidth });
    if (isOver) scrollInside(row, row.querySelector<HTMLElement>('[aria-pressed="true"]'));
  }, [iteration, isOver]);
  return (
    <div className="relative shrink-0 border-bench-line max-tablet:border-t tablet:w-41 tablet:border-s">
      <ol
        ref={strip}
        className="scrollbar-none flex gap-2.5 overflow-auto px-4 py-3 tablet:absolute tablet:inset-0 tablet:flex-col tablet:px-3.5 tablet:py-4"
      >
        <Frame number={inputNumber} isShown={shown === inputNumber} label={t('pipeline.slot.input')} note={t('pipeline.your_photo')}>
          <img
            src={photos.inputUrl}
            alt=""
            onError={renewLinks}
            onLoad={({ currentTarget }) => onInputSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
            className="size-full object-cover"
          />
        </Frame>
        {iterationHistory.map((one) => (
          <Iteration key={one.iterationNumber} run={run} iteration={one} isShown={shown === one.iterationNumber} />
        ))}
        {making && (
          <li className={frameClass}>
            <span className={`${thumbClass} grid place-items-center`}>
              <Spinner className="size-5 text-brass-bright!" />
            </span>
            <Note label={String(iteration + 1)} note={t('state.generating')} color="text-brass-bright" />
          </li>
        )}
      </ol>
    </div>
  );
}

const frameClass =
  'flex shrink-0 gap-2.5 leading-tight max-tablet:w-18 max-tablet:flex-col max-tablet:items-center max-tablet:gap-1 tablet:items-center';
const thumbClass = 'block size-17 shrink-0 overflow-hidden rounded-sm bg-bench-hover tablet:size-15';
const colors = { result: 'text-[#8fcca9]', best: 'text-[#8fcca9]', solved: 'text-[#8fcca9]', needs_work: 'text-[#f2a27c]' };

function Iteration({ run, iteration, isShown }: { run: RunResponse; iteration: RunIteration; isShown: boolean }) {
  const { t } = useTranslation();
  const { iterationNumber: number, thumbnailUrl } = iteration;
  const verdict = verdictOf(run, iteration);
  return (
    <Frame
      number={number}
      isShown={isShown}
      label={String(number)}
      name={t('pipeline.thumbnail', { number })}
      note={verdict ? t(`pipeline.verdict.${verdict}`) : t(run.status === 'running' ? 'pipeline.checking' : 'pipeline.judged_not_yet')}
      color={verdict && colors[verdict]}
    >
      {thumbnailUrl ? (
        <img src={thumbnailUrl} alt="" onError={renewLinks} className="size-full object-cover" />
      ) : (
        <ImageOff aria-hidden className="m-auto size-5 text-on-bench-muted" />
      )}
    </Frame>
  );
}

type FrameProps = {
  number: number;
  isShown: boolean;
  label: string;
  note: string;
  /** Accessible name. The default is the label. */
  name?: string;
  color?: string | undefined;
  children: ReactNode;
};

function Frame({ number, isShown, label, note, name = label, color = 'text-on-bench-muted', children }: FrameProps) {
  const setHovered = (isHovered: boolean) => store.setState({ hoveredNumber: isHovered ? number : undefined });
  return (
    <li className={frameClass}>
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`${name}, ${note}`}
        onClick={() => store.setState({ selectedNumber: number })}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setHovered(true)}
        onBlur={() => setHovered(false)}
        className={`${thumbClass} opacity-85 hover:opacity-100 aria-pressed:opacity-100 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-brass-bright`}
      >
        {children}
      </button>
      <Note label={label} note={note} color={color} />
    </li>
  );
}

const Note = ({ label, note, color }: { label: string; note: string; color: string }) => (
  <span aria-hidden className="money min-w-0 max-tablet:w-full max-tablet:text-center">
    <b className="block font-semibold">{label}</b>
    <small className={`block text-xs wrap-anywhere first-letter:uppercase ${color}`}>{note}</small>
  </span>
);
