import { useTranslation } from 'react-i18next';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import type { FrameProps } from '#web/features/batch/view/bench-context.tsx';
import { Hatch } from '#web/ui/photo-fill.tsx';
import type { Card } from './cards.ts';
import { frameNote, planOf } from './frame-note.ts';
import { PhotoFrame } from './photo-frame.tsx';

/** A preview of the video frame: the whole photo. If the photo does not fill the frame, a blurred copy of the photo fills the rest. */
export function VideoFrame({ card, src, onStale }: FrameProps) {
  const { t } = useTranslation();
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      <PhotoFrame
        card={card as Card}
        src={src}
        alt={t('batch.photo_alt', { title: card.photo?.title ?? '' })}
        onStale={onStale}
        className="pane shadow-card"
      />
    </div>
  );
}

/** Describes the areas that are added to the photo and cropped from the video. `long` shows the full text before the seller pays. */
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
        {added && (
          <p>
            {added.fill === 'painted' && <Hatch look="sample" className="me-2 inline-block h-3 w-4 bg-scene-lilac" />}
            {t(`video.frame.${added.fill}`)}
          </p>
        )}
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
