import { useTranslation } from 'react-i18next';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import type { FrameProps } from '#web/features/batch/view/bench-context.tsx';
import { containedArea, FramedPhoto } from '#web/ui/framed-photo.tsx';
import { cssRatio, fittingWidth } from '#web/ui/ratio.ts';

/** The photo in a frame with the ratio of the ordered image. The areas that AI adds have stripes. */
export function ImageFrame({ card, src, onStale }: FrameProps) {
  const { t } = useTranslation();
  const { width, height } = sidesOfRatio(card.aspectRatio);
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
          onStale={onStale}
        />
      </div>
    </div>
  );
}

/** The share of the result that AI adds to the photo, or the size of a photo that fills the result. */
export function ImageFrameNote({ card: { photo, aspectRatio } }: { card: BasicCard }) {
  const { t } = useTranslation();
  if (!photo || photo.width === 0) return null;
  const { width, height } = sidesOfRatio(aspectRatio);
  const area = containedArea(photo, { width, height });
  const percent = area ? Math.round((1 - area.width * area.height) * 100) : 0;
  const size = `${photo.width} × ${photo.height}`;
  if (!area || percent === 0) return <p className="money truncate text-sm text-muted">{size}</p>;
  const text = t(area.height < area.width ? 'bench.frame.painted_vertical' : 'bench.frame.painted_horizontal', { percent });
  return (
    <p className="money truncate text-sm text-muted" title={`${text} · ${size}`}>
      {t('bench.frame.painted', { percent })}
    </p>
  );
}

function sidesOfRatio(ratio: string) {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return { width, height };
}
