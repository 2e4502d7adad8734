/** Converts the frame plan into numbers for the texts of the page (docs/spec.md 5.3, 5.4). */
import { type FramePlan, planFrame, sharesOf } from '#shared/video/strategy.ts';
import { offersRatio } from '#web/features/ratio/ratio-choices.ts';
import type { Card } from './cards.ts';

export type FrameNote = {
  /** The area that is added if the photo does not fill the frame: its percentage of the picture, its direction and its content. */
  added: { percent: number; direction: 'vertical' | 'horizontal'; fill: 'painted' | 'soft_edge' } | undefined;
  /** Percentage of the picture that the photo fills. Set only for small values, so that the page warns the seller before the payment. */
  smallPhotoPercent: number | undefined;
  /** Percentage of the model's picture that the crop removes, and the ratio of the model's picture. */
  crop: { percent: number; native: FramePlan['modelAspectRatio'] } | undefined;
};

/** Returns the frame plan of a card. Returns undefined if the size of the photo is unknown or the model does not offer the ratio. */
export function planOf({ photo, aspectRatio, model, resolution }: Card): FramePlan | undefined {
  if (!photo || photo.width <= 0 || photo.height <= 0 || !offersRatio(model, aspectRatio)) return undefined;
  return planFrame({ photo, aspectRatio, model, resolution });
}

/** If a photo fills less than this share of the picture, the product is hard to recognize. */
const photoShareMin = 0.15;

/** Returns a whole percentage from 1 to 99. The values 0 and 100 would be wrong, because a part of the picture always changes. */
const percentOf = (share: number): number => Math.min(99, Math.max(1, Math.round(share * 100)));

export function frameNote(plan: FramePlan): FrameNote {
  const { added, cutAway } = sharesOf(plan);
  const { photo, final, processingStrategy, modelAspectRatio } = plan;
  const isExtended = photo.width < final.width || photo.height < final.height;
  return {
    added: isExtended
      ? {
          percent: percentOf(added),
          direction: final.height - photo.height > final.width - photo.width ? 'vertical' : 'horizontal',
          fill: processingStrategy === 'OUTPAINTING_REQUIRED' ? 'painted' : 'soft_edge',
        }
      : undefined,
    smallPhotoPercent: isExtended && 1 - added < photoShareMin ? percentOf(1 - added) : undefined,
    crop: cutAway > 0 ? { percent: percentOf(cutAway), native: modelAspectRatio } : undefined,
  };
}
