import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FramePlan } from '#shared/video/strategy.ts';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import type { Card } from './cards.ts';
import { frameNote, type FrameNote as Note, planOf } from './frame-note.ts';

/** Width of the lines and of the blur, relative to the longer side of the frame, so that every resolution looks the same. */
const lineShare = 1 / 26;
const blurShare = 1 / 22;

/** A preview of the video frame: the photo is sharp, and the added areas are blurred. */
export function VideoFrame({ card, src }: { card: BasicCard; src: string }) {
  const { t } = useTranslation();
  const plan = planOf(card as Card);
  const alt = t('batch.photo_alt', { title: card.photo?.title ?? '' });
  if (!plan) return <img src={src} alt={alt} loading="lazy" decoding="async" className="max-h-full max-w-full rounded-sm object-contain" />;
  return <Drawing plan={plan} src={src} alt={alt} fill={frameNote(plan).added?.fill} />;
}

type Fill = NonNullable<Note['added']>['fill'];

function Drawing({ plan: { final, photo }, src, alt, fill }: { plan: FramePlan; src: string; alt: string; fill: Fill | undefined }) {
  const id = useId();
  const frame = { width: final.width, height: final.height };
  const photoArea = { x: photo.x - final.x, y: photo.y - final.y, width: photo.width, height: photo.height };
  const longSide = Math.max(frame.width, frame.height);
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={alt}
      className="max-h-full max-w-full rounded-sm shadow-card"
      style={{ aspectRatio: `${frame.width} / ${frame.height}`, ...(frame.height >= frame.width ? { height: '100%' } : { width: '100%' }) }}
    >
      {fill && (
        <>
          <filter id={`${id}-blur`} x="0" y="0" width="1" height="1">
            <feGaussianBlur stdDeviation={longSide * blurShare} edgeMode="duplicate" />
          </filter>
          <image href={src} {...frame} preserveAspectRatio="none" filter={`url(#${id}-blur)`} />
        </>
      )}
      {fill === 'painted' && (
        <>
          <pattern
            id={`${id}-lines`}
            width={longSide * lineShare}
            height={longSide * lineShare}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={(longSide * lineShare) / 5} height={longSide * lineShare} fill="#fff" fillOpacity="0.6" />
          </pattern>
          <rect {...frame} fill={`url(#${id}-lines)`} />
        </>
      )}
      <image href={src} {...photoArea} preserveAspectRatio="xMidYMid slice" />
    </svg>
  );
}

/** Describes what is added to the photo and what is cropped from the video. `long` shows the full text, before the seller pays. */
export function VideoFrameNote({ card, long = false }: { card: BasicCard; long?: boolean }) {
  const { t } = useTranslation();
  const plan = planOf(card as Card);
  if (!plan) return null;
  const { added, crop, smallPhotoPercent } = frameNote(plan);
  const ratio = card.aspectRatio;
  const sliverText = smallPhotoPercent !== undefined && t('video.frame.sliver', { percent: smallPhotoPercent, ratio });
  const addedText = added ? t(`video.frame.added_${added.direction}`, { percent: added.percent, ratio }) : t('video.frame.fills');
  const cutText = crop && t('video.frame.cut', { ...crop, ratio });
  if (long)
    return (
      <div className="space-y-1 text-sm text-muted">
        {sliverText ? <p className="font-semibold text-danger">{sliverText}</p> : <p>{addedText}</p>}
        {cutText && <p className="text-brass">{cutText}</p>}
        {added && <p>{t(`video.frame.${added.fill}`)}</p>}
      </div>
    );
  // The line shows only the most important fact. The tooltip contains all facts.
  const [tone, text] = sliverText
    ? ['font-semibold text-danger', sliverText]
    : cutText
      ? ['text-brass', cutText]
      : ['text-muted', added ? t(`bench.frame.${added.fill}_${added.direction}`, { percent: added.percent }) : addedText];
  return (
    <p className={`truncate text-sm ${tone}`} title={[sliverText || addedText, cutText].filter(Boolean).join(' ')}>
      {text}
    </p>
  );
}
