import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FramePlan } from '#shared/video/strategy.ts';
import type { Card } from './cards.ts';
import { type FrameNote, frameNote, planOf } from './frame-note.ts';

/** The exact frame of a card's video, drawn small before anybody pays: the photo in its place, what is added, what is lost. */
export function FramePreview({ card }: { card: Card }) {
  const { t } = useTranslation();
  const plan = planOf(card);
  if (!plan || !card.photo) return null;
  const { added, cut, sliver } = frameNote(plan);
  const ratio = card.aspectRatio;
  return (
    <figure aria-label={t('video.frame.title', { ratio })} className="flex items-center gap-3">
      <Drawing plan={plan} src={card.photo.src} by={added?.by} />
      <figcaption className="min-w-0 space-y-1 text-xs text-muted">
        <p>{added ? t(`video.frame.added_${added.where}`, { percent: added.percent }) : t('video.frame.fills')}</p>
        {added && (
          <p className="flex items-center gap-1.5">
            <Swatch by={added.by} />
            {t(`video.frame.${added.by}`)}
          </p>
        )}
        {sliver !== undefined && <p className="font-semibold text-danger">{t('video.frame.sliver', { percent: sliver, ratio })}</p>}
        {cut && <p className="text-brass">{t('video.frame.cut', { ...cut, ratio })}</p>}
      </figcaption>
    </figure>
  );
}

type By = NonNullable<FrameNote['added']>['by'];

/** Of the frame's longer side, so that pattern and blur look the same in every resolution. */
const patternShare = 1 / 14;
const blurShare = 1 / 24;

/** In the pixels of the video, scaled to a small square. */
function Drawing({ plan: { final, photo }, src, by }: { plan: FramePlan; src: string; by: By | undefined }) {
  const id = useId();
  const place = { x: photo.x - final.x, y: photo.y - final.y, width: photo.width, height: photo.height };
  const frame = { width: final.width, height: final.height };
  const long = Math.max(frame.width, frame.height);
  return (
    <svg viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true" className="size-20 shrink-0">
      <defs>
        <Hatch id={`${id}-hatch`} side={long * patternShare} />
        <filter id={`${id}-blur`} x="0" y="0" width="1" height="1">
          <feGaussianBlur stdDeviation={long * blurShare} edgeMode="duplicate" />
        </filter>
        <clipPath id={`${id}-frame`}>
          <rect {...frame} rx={long / 40} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-frame)`}>
        {by === 'soft_edge' && <image href={src} {...frame} preserveAspectRatio="none" filter={`url(#${id}-blur)`} />}
        {by === 'painted' && <rect {...frame} fill={`url(#${id}-hatch)`} />}
        <image href={src} {...place} preserveAspectRatio="xMidYMid slice" />
      </g>
      <rect {...frame} rx={long / 40} fill="none" vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
    </svg>
  );
}

/** Slanting lines on the tint of the accent. */
function Hatch({ id, side }: { id: string; side: number }) {
  return (
    <pattern id={id} width={side} height={side} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={side} height={side} className="fill-accent-soft" />
      <rect width={side / 5} height={side} className="fill-accent-text/45" />
    </pattern>
  );
}

function Swatch({ by }: { by: By }) {
  const id = useId();
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <Hatch id={id} side={4} />
      <rect width={12} height={12} rx={2} {...(by === 'painted' ? { fill: `url(#${id})` } : { className: 'fill-line-strong/50' })} />
    </svg>
  );
}
