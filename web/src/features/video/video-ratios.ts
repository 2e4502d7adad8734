import { type VideoModelId, videoModel } from '#shared/catalogue.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import type { ModelRatios } from '#web/features/batch/store/model-choice.ts';
import { offersRatio } from '#web/features/ratio/ratio-choices.ts';

/** The ratios that video models offer (docs/spec.md 5.3). */
export const videoRatios: ModelRatios<VideoModelId> = {
  offersRatio,
  ratiosOf: (id) => {
    const model = videoModel(id);
    return { name: model?.displayName ?? id, ratios: model?.specs.aspectRatios ?? [] };
  },
  fallbackRatio: videoDefaults.aspectRatio,
};
