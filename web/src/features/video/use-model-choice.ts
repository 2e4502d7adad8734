import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel } from '#shared/catalogue.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type CardsState, type Change, ratiosLost } from './cards.ts';

/** Long enough to read whose shape has changed, and why. */
const toastMs = 6_000;

/** Chooses the model of a page, and says so where cards lose a shape that it does not make (Q22). */
export function useModelChoice(state: CardsState, change: Dispatch<Change>): (model: VideoModelId) => void {
  const { t } = useTranslation();
  const toast = useToast();
  return (model) => {
    const count = ratiosLost(state, model);
    change({ type: 'modelChosen', model });
    if (count === undefined) return;
    const chosen = videoModel(model);
    const ratios = chosen?.specs.aspectRatios.join(t('ratio.and'));
    toast({
      message: t('ratio.reset', { count, model: chosen?.displayName, ratios, ratio: videoDefaults.aspectRatio }),
      durationMs: toastMs,
    });
  };
}
