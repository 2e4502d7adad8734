import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import { cssRatio, fittingWidth } from '#web/ui/ratio.ts';

/** The photo in the ratio of the ordered image. The stripes mark the areas that AI adds. */
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
        className="pane striped object-contain shadow-card"
        style={{
          aspectRatio: cssRatio(card.aspectRatio),
          inlineSize: fittingWidth(width / height),
          ...(card.photo && plainArea(card.photo, width / height)),
        }}
      />
    </div>
  );
}

/** Returns the area of the photo, which has no stripes. Otherwise the stripes would be visible through a transparent photo. */
function plainArea({ width, height }: { width: number; height: number }, frameRatio: number): CSSProperties {
  const share = width > 0 && height > 0 ? width / height / frameRatio : 1;
  return { '--plain-area': `${Math.min(1, share) * 100}% ${Math.min(1, 1 / share) * 100}%` } as CSSProperties;
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
