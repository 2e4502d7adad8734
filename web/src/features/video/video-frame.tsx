import { useTranslation } from 'react-i18next';
import type { FramePlan } from '#shared/video/strategy.ts';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import type { Card } from './cards.ts';
import { frameNote, planOf } from './frame-note.ts';

/** A preview of the video frame: the whole photo, and a plain surface where the video adds a part. */
export function VideoFrame({ card, src }: { card: BasicCard; src: string }) {
  const { t } = useTranslation();
  const plan = planOf(card as Card);
  const alt = t('batch.photo_alt', { title: card.photo?.title ?? '' });
  if (!plan) return <img src={src} alt={alt} loading="lazy" decoding="async" className="max-h-full max-w-full rounded-sm object-contain" />;
  return <Drawing plan={plan} src={src} alt={alt} />;
}

function Drawing({ plan: { final, photo }, src, alt }: { plan: FramePlan; src: string; alt: string }) {
  const { width, height } = final;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={alt}
      className="pane max-h-full max-w-full bg-surface shadow-card"
      style={{ aspectRatio: `${width} / ${height}`, ...(height >= width ? { height: '100%' } : { width: '100%' }) }}
    >
      <image
        href={src}
        x={photo.x - final.x}
        y={photo.y - final.y}
        width={photo.width}
        height={photo.height}
        preserveAspectRatio="xMidYMid slice"
      />
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
