/** The cards of the image page (docs/spec.md 8.1, 8.2, 8.3). */
import type { ImageBatchItem } from '#shared/batch/api.ts';
import { type ImageModelId, imageModel } from '#shared/catalogue.ts';
import { emptyImageCardsAtStart, imageDefaults } from '#shared/image/defaults.ts';
import { type BasicSettings, type CardOf, type CardsStateOf, cardsOf } from '#web/features/batch/cards/cards.ts';
import type { ModelRatios } from '#web/features/batch/store/model-choice.ts';

export type Settings = BasicSettings;
export type Card = CardOf<Settings, ImageModelId>;
export type CardsState = CardsStateOf<Settings, ImageModelId>;

/** The ratios that image models offer (docs/spec.md 8.1). */
export const imageRatios: ModelRatios<ImageModelId> = {
  offersRatio: (id, ratio) => imageModel(id)?.aspectRatios.includes(ratio) ?? false,
  ratiosOf: (id) => {
    const model = imageModel(id);
    return { name: model?.displayName ?? id, ratios: model?.aspectRatios ?? [] };
  },
  fallbackRatio: imageDefaults.aspectRatio,
};

export const imageCards = cardsOf<Settings, ImageModelId, ImageBatchItem>({
  start: {
    model: imageDefaults.model,
    defaults: { prompt: imageDefaults.prompt, aspectRatio: imageDefaults.aspectRatio },
    emptyCards: emptyImageCardsAtStart,
  },
  // A ratio that the model does not offer becomes a square.
  adaptSettings: (settings, model) =>
    imageRatios.offersRatio(model, settings.aspectRatio) ? settings : { ...settings, aspectRatio: imageRatios.fallbackRatio },
  settingsOfItem: ({ prompt, aspectRatio, model }) => ({ prompt, aspectRatio, model: imageModel(model)?.id ?? imageDefaults.model }),
});
