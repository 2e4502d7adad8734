import { ChevronsLeftRight } from 'lucide-react';
import { type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHorizontalMove, shareAt } from './compare.ts';
import { PhotoFill } from './photo-fill.tsx';

type Side = { src: string; alt: string; onError?: () => void };

type Props = {
  before: Side;
  after: Side;
  /** Width and height of the frame, in any unit. A picture with another ratio is shown completely in the middle of the frame. */
  size: { width: number; height: number };
  /** Whether both pictures are opaque. */
  opaque?: boolean;
  className?: string;
};

const startShare = 50;

/** The pointer that can move the line: its start position, and whether it is already dragging the line. */
type ActivePointer = { pointerId: number; clientX: number; clientY: number; isDrag: boolean };

/**
 * Two states of a picture, divided by a movable line. A mouse, pen or finger can move the line anywhere on the picture. The keys of a
 * slider also move it. A vertical swipe still scrolls the page. Squares are visible behind transparent parts of the second picture.
 */
export function CompareSlider({ before, after, size, opaque = false, className = '' }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [share, setShare] = useState(startShare);
  const activePointer = useRef<ActivePointer>(undefined);
  const range = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const ratio = size.width / size.height;
  // The classes contain the first values. Style attributes are not possible here: the build prerenders this element, and the content
  // security policy refuses style attributes in HTML.
  useLayoutEffect(() => {
    frame.current?.style.setProperty('--share', `${share}%`);
    frame.current?.style.setProperty('--ratio', String(ratio));
  }, [share, ratio]);

  const moveLine = ({ currentTarget, clientX }: PointerEvent) => setShare(shareAt(clientX, currentTarget.getBoundingClientRect()));
  const startDrag = (event: PointerEvent) => {
    if (event.button !== 0 || activePointer.current) return;
    const { pointerId, clientX, clientY } = event;
    event.currentTarget.setPointerCapture(pointerId);
    // A finger may scroll the page, so it drags the line only after a horizontal movement. A tap moves the line at its end.
    activePointer.current = { pointerId, clientX, clientY, isDrag: event.pointerType !== 'touch' };
    if (activePointer.current.isDrag) moveLine(event);
  };
  const drag = (event: PointerEvent) => {
    if (activePointer.current?.pointerId !== event.pointerId) return;
    activePointer.current.isDrag ||= isHorizontalMove(activePointer.current, event);
    if (activePointer.current.isDrag) moveLine(event);
  };
  const endDrag = (event: PointerEvent) => {
    if (activePointer.current?.pointerId !== event.pointerId) return;
    activePointer.current = undefined;
    // The browser has used this pointer to scroll the page, or the system has interrupted it.
    if (event.type === 'pointercancel') return;
    moveLine(event);
    // After this focus, the user can continue with the keys.
    range.current?.focus({ preventScroll: true });
  };

  return (
    // The direction is the same in every language, because the line follows the pointer.
    <div
      ref={frame}
      dir="ltr"
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      className={`relative aspect-[var(--ratio,1)] w-full cursor-ew-resize touch-pan-y overflow-hidden rounded-md bg-sand select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text ${className}`}
    >
      <Layer
        side={after}
        ratio={ratio}
        label={t('compare.after')}
        labelPosition="end-3"
        background={opaque ? 'bg-sand' : 'checkered'}
        clip="[clip-path:inset(0_0_0_var(--share,50%))]"
      />
      <Layer
        side={before}
        ratio={ratio}
        label={t('compare.before')}
        labelPosition="start-3"
        background="bg-sand"
        clip="[clip-path:inset(0_calc(100%-var(--share,50%))_0_0)]"
      />
      <span aria-hidden className="absolute inset-y-0 start-[var(--share,50%)] w-0.5 -translate-x-1/2 bg-on-media ring-1 ring-media/25">
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

type LayerProps = { side: Side; ratio: number; label: string; labelPosition: string; background: string; clip: string };

/** The smallest difference of two ratios that is visible as an empty area beside a picture. */
const visibleDifference = 0.01;

const hasBars = ({ naturalWidth, naturalHeight }: HTMLImageElement, ratio: number): boolean =>
  naturalHeight > 0 && Math.abs(naturalWidth / naturalHeight / ratio - 1) > visibleDifference;

function Layer({ side: { src, alt, onError }, ratio, label, labelPosition, background, clip }: LayerProps) {
  // The browser paints the fill again at each movement of the line. So the fill is rendered only while a part of the fill is visible.
  const [hasOtherRatio, setHasOtherRatio] = useState(false);
  return (
    <div className={`absolute inset-0 isolate ${background} ${clip}`}>
      {hasOtherRatio && background !== 'checkered' && <PhotoFill src={src} />}
      <img
        src={src}
        alt={alt}
        loading="lazy"
        draggable={false}
        onError={onError}
        onLoad={({ currentTarget }) => setHasOtherRatio(hasBars(currentTarget, ratio))}
        className="size-full object-contain"
      />
      <span aria-hidden className={`absolute top-3 ${labelPosition} rounded-full bg-media/70 px-2.5 py-0.5 text-sm text-on-media`}>
        {label}
      </span>
    </div>
  );
}
