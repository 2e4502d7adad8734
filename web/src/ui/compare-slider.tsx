import { ChevronsLeftRight } from 'lucide-react';
import { type CSSProperties, type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goesSideways, shareAt } from './compare.ts';

type Side = { src: string; alt: string; onError?: () => void };

type Props = {
  before: Side;
  after: Side;
  /** The shape of the frame, in any unit; a picture of another shape stands whole in its middle. */
  size: { width: number; height: number };
  /** Nothing of either is transparent. */
  opaque?: boolean;
  className?: string;
};

const startShare = 50;

/** The pointer that moves the line: where it came down, and whether it is meant for the line. */
type Held = { pointerId: number; clientX: number; clientY: number; counts: boolean };

/**
 * Two states of one picture, one on each side of a line that moves: by mouse, pen or finger anywhere on it, and by the keys of a
 * slider. A swipe up or down still scrolls the page. What is transparent in the second lies on squares.
 */
export function CompareSlider({ before, after, size, opaque = false, className = '' }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [share, setShare] = useState(startShare);
  const held = useRef<Held>(undefined);
  const range = useRef<HTMLInputElement>(null);

  const follow = ({ currentTarget, clientX }: PointerEvent) => setShare(shareAt(clientX, currentTarget.getBoundingClientRect()));
  const grip = (event: PointerEvent) => {
    if (event.button !== 0 || held.current) return;
    const { pointerId, clientX, clientY } = event;
    event.currentTarget.setPointerCapture(pointerId);
    // A finger may be about to scroll: it counts once it has gone sideways, or was lifted where it fell.
    held.current = { pointerId, clientX, clientY, counts: event.pointerType !== 'touch' };
    if (held.current.counts) follow(event);
  };
  const drag = (event: PointerEvent) => {
    if (held.current?.pointerId !== event.pointerId) return;
    held.current.counts ||= goesSideways(held.current, event);
    if (held.current.counts) follow(event);
  };
  const drop = (event: PointerEvent) => {
    if (held.current?.pointerId !== event.pointerId) return;
    held.current = undefined;
    // The page scrolls, or the system took the pointer away.
    if (event.type === 'pointercancel') return;
    follow(event);
    // From here the keys go on.
    range.current?.focus({ preventScroll: true });
  };

  return (
    // Left is left in every language: the line follows the pointer.
    <div
      dir="ltr"
      onPointerDown={grip}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      style={{ '--share': `${share}%`, aspectRatio: `${size.width} / ${size.height}` } as CSSProperties}
      className={`relative w-full cursor-ew-resize touch-pan-y overflow-hidden rounded-md bg-sand select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text ${className}`}
    >
      <Layer
        side={after}
        label={t('compare.after')}
        labelAt="end-3"
        ground={opaque ? 'bg-sand' : 'checkered'}
        clip="inset(0 0 0 var(--share))"
      />
      <Layer side={before} label={t('compare.before')} labelAt="start-3" ground="bg-sand" clip="inset(0 calc(100% - var(--share)) 0 0)" />
      <span aria-hidden className="absolute inset-y-0 start-(--share) w-0.5 -translate-x-1/2 bg-on-media ring-1 ring-media/25">
        <span className="absolute start-1/2 top-1/2 grid size-11 -translate-1/2 place-items-center rounded-full bg-on-media text-media shadow-float ring-1 ring-media/25">
          <ChevronsLeftRight className="size-5" />
        </span>
      </span>
      <label htmlFor={id} className="sr-only">
        {t('compare.label')}
      </label>
      <input
        ref={range}
        id={id}
        type="range"
        min={0}
        max={100}
        value={Math.round(share)}
        onChange={({ target }) => setShare(target.valueAsNumber)}
        aria-valuetext={t('compare.position', { percent: Math.round(share) })}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}

type LayerProps = { side: Side; label: string; labelAt: string; ground: string; clip: string };

function Layer({ side: { src, alt, onError }, label, labelAt, ground, clip }: LayerProps) {
  return (
    <div className={`absolute inset-0 ${ground}`} style={{ clipPath: clip }}>
      <img src={src} alt={alt} draggable={false} onError={onError} className="size-full object-contain" />
      <span aria-hidden className={`absolute top-3 ${labelAt} rounded-full bg-media/70 px-2.5 py-0.5 text-xs text-on-media`}>
        {label}
      </span>
    </div>
  );
}
