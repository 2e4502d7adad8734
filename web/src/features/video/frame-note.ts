/** What the plan of a frame means to a seller, in figures for the page's texts (checklist L5; Q22). */
import { type FramePlan, planFrame, sharesOf } from '#shared/video/strategy.ts';
import { offersRatio } from '#web/features/ratio/ratio-choices.ts';
import type { Card } from './cards.ts';

export type FrameNote = {
  /** Where the photo leaves room in the frame: how much of the picture is added there, and what with. */
  added: { percent: number; where: 'vertical' | 'horizontal'; by: 'painted' | 'soft_edge' } | undefined;
  /** Per cent of the picture that the photo fills, where it is so little that the seller should know before paying. */
  sliver: number | undefined;
  /** Per cent of what the model makes that is cut away, and the shape it makes. */
  cut: { percent: number; native: FramePlan['modelAspectRatio'] } | undefined;
};

/** What will be made of a card's photo; undefined for a photo whose size is not known. */
export function planOf({ photo, aspectRatio, model, resolution }: Card): FramePlan | undefined {
  if (!photo || photo.width <= 0 || photo.height <= 0 || !offersRatio(model, aspectRatio)) return undefined;
  return planFrame({ photo, aspectRatio, model, resolution });
}

/** A photo that fills less of the picture than this is hardly recognized in it. */
const photoShareMin = 0.15;

/** In whole per cent, neither none nor all: both would be wrong. */
const percentOf = (share: number): number => Math.min(99, Math.max(1, Math.round(share * 100)));

export function frameNote(plan: FramePlan): FrameNote {
  const { added, cutAway } = sharesOf(plan);
  const { photo, final, processingStrategy, modelAspectRatio } = plan;
  const isExtended = photo.width < final.width || photo.height < final.height;
  return {
    added: isExtended
      ? {
          percent: percentOf(added),
          where: final.height - photo.height > final.width - photo.width ? 'vertical' : 'horizontal',
          by: processingStrategy === 'OUTPAINTING_REQUIRED' ? 'painted' : 'soft_edge',
        }
      : undefined,
    sliver: isExtended && 1 - added < photoShareMin ? percentOf(1 - added) : undefined,
    cut: cutAway > 0 ? { percent: percentOf(cutAway), native: modelAspectRatio } : undefined,
  };
}
