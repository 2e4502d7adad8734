import { useTranslation } from 'react-i18next';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import { containedArea, FramedPhoto } from '#web/ui/framed-photo.tsx';
import { cssRatio, fittingWidth } from '#web/ui/ratio.ts';

/** The photo in a frame with the ratio of the ordered image. The areas that AI adds have stripes. */
export function ImageFrame({ card, src }: { card: BasicCard; src: string }) {
  const { t } = useTranslation();
  const [width = 1, height = 1] = card.aspectRatio.split(':').map(Number);
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      <div
        className="pane relative shadow-card"
        style={{ aspectRatio: cssRatio(card.aspectRatio), inlineSize: fittingWidth(width / height) }}
      >
        <FramedPhoto
          src={src}
          alt={t('batch.photo_alt', { title: card.photo?.title ?? '' })}
          area={card.photo && containedArea(card.photo, { width, height })}
          isPainted
        />
      </div>
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
