import { useTranslation } from 'react-i18next';
import { Hatch } from '#web/ui/photo-fill.tsx';
import type { Card } from '../cards.ts';
import { frameNote, planOf } from '../frame-note.ts';

/** Describes how the photo is changed to fit the frame. The seller can read this before the payment. */
export function FrameNotes({ card }: { card: Card }) {
  const { t } = useTranslation();
  const plan = planOf(card);
  if (!plan) return null;
  const { added, crop, smallPhotoPercent } = frameNote(plan);
  const ratio = card.aspectRatio;
  return (
    <div className="space-y-1 text-sm text-pretty text-muted">
      {/* The crop removes only added parts, so only the tooltip mentions it. */}
      <p title={crop && t('video.frame.cut', { ...crop, ratio })}>
        {added ? t(`video.frame.added_${added.direction}`, { percent: added.percent, ratio }) : t('video.frame.fills')}
        {added && (
          <span className="ms-2 inline-flex items-center gap-1.5">
            {added.fill === 'painted' ? (
              <Hatch look="sample" className="h-3 w-4 shrink-0 bg-line-strong/60" />
            ) : (
              <span aria-hidden className="h-3 w-4 shrink-0 bg-line-strong/50" />
            )}
            {t(`video.frame.${added.fill}`)}
          </span>
        )}
      </p>
      {smallPhotoPercent !== undefined && (
        <p className="font-semibold text-danger">{t('video.frame.sliver', { percent: smallPhotoPercent, ratio })}</p>
      )}
    </div>
  );
}
