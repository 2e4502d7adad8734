import { useTranslation } from 'react-i18next';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import { cssRatio } from '#web/ui/ratio.ts';

/** The photo on a plain surface with the ratio of the ordered image. */
export function ImageFrame({ card, src }: { card: BasicCard; src: string }) {
  const { t } = useTranslation();
  const [width = 1, height = 1] = card.aspectRatio.split(':').map(Number);
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      <img
        src={src}
        alt={t('batch.photo_alt', { title: card.photo?.title ?? '' })}
        loading="lazy"
        decoding="async"
        className="pane bg-surface object-contain shadow-card"
        style={{ aspectRatio: cssRatio(card.aspectRatio), inlineSize: `min(100cqw, calc(100cqh * ${width / height}))` }}
      />
    </div>
  );
}

/** The size of the photo. */
export function ImageFrameNote({ card: { photo } }: { card: BasicCard }) {
  if (!photo || photo.width === 0) return null;
  return (
    <p className="money text-sm text-muted">
      {photo.width} × {photo.height}
    </p>
  );
}
