import { useTranslation } from 'react-i18next';
import type { Card } from '../cards.ts';
import { frameNote, planOf } from '../frame-note.ts';
import { Hatch } from './photo-frame.tsx';

/** Describes how the photo is changed to fit the frame. The seller can read this text before the payment. */
export function FrameNotes({ card }: { card: Card }) {
  const { t } = useTranslation();
  const plan = planOf(card);
  if (!plan) return null;
  const { added, crop, smallPhotoPercent } = frameNote(plan);
  const ratio = card.aspectRatio;
  return (
    <div className="space-y-1 text-sm text-pretty text-muted">
      <p>{added ? t(`video.frame.added_${added.direction}`, { percent: added.percent }) : t('video.frame.fills')}</p>
      {added && (
        <p className="flex items-center gap-2">
          {added.fill === 'painted' ? (
            <Hatch className="size-3 shrink-0 rounded-[2px] bg-scene-lilac outline-1 outline-line-strong" />
          ) : (
            <span aria-hidden className="size-3 shrink-0 rounded-[2px] bg-line-strong/50" />
          )}
          {t(`video.frame.${added.fill}`)}
        </p>
      )}
      {smallPhotoPercent !== undefined && (
        <p className="font-semibold text-danger">{t('video.frame.sliver', { percent: smallPhotoPercent, ratio })}</p>
      )}
      {crop && <p className="text-brass">{t('video.frame.cut', { ...crop, ratio })}</p>}
    </div>
  );
}
