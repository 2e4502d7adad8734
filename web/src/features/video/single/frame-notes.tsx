import { useTranslation } from 'react-i18next';
import { Hatch } from '#web/ui/photo-fill.tsx';
import type { Card } from '../cards.ts';
import { frameNote, planOf } from '../frame-note.ts';

/** Describes in a few words how much of the frame is added, and warns if the photo fills only a small part of the frame. */
export function FrameNote({ card }: { card: Card }) {
  const { t } = useTranslation();
  const plan = planOf(card);
  if (!plan) return null;
  const { added, crop, smallPhotoPercent } = frameNote(plan);
  const ratio = card.aspectRatio;
  // The crop removes only added parts, so only the tooltip describes the crop.
  const details = [
    added && t(`video.frame.added_${added.direction}`, { percent: added.percent, ratio }),
    crop && t('video.frame.cut', { ...crop, ratio }),
  ].filter(Boolean);
  return (
    <div className="space-y-1 text-sm text-pretty text-muted">
      <p className="flex items-baseline gap-2" title={details.join(' ')}>
        {added && <Fill fill={added.fill} />}
        {added ? t(`bench.frame.${added.fill}_${added.direction}`, { percent: added.percent }) : t('video.frame.fills')}
      </p>
      {smallPhotoPercent !== undefined && (
        <p className="font-semibold text-danger">{t('video.frame.sliver', { percent: smallPhotoPercent, ratio })}</p>
      )}
    </div>
  );
}

const Fill = ({ fill }: { fill: 'painted' | 'soft_edge' }) =>
  fill === 'painted' ? (
    <Hatch look="sample" className="h-3 w-4 shrink-0 bg-line-strong/60" />
  ) : (
    <span aria-hidden className="h-3 w-4 shrink-0 bg-line-strong/50" />
  );
