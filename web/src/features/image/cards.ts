/** The cards that become images (SPEC 2 'Batch Image to Image', 3 'Image card'; J3, J6, J8, J13 to J17). */
import type { ImageBatchItem } from '#shared/batch/api.ts';
import { type ImageModelId, imageModel } from '#shared/catalogue.ts';
import { emptyImageCardsAtStart, imageDefaults } from '#shared/image/defaults.ts';
import { type BasicSettings, type CardOf, type CardsStateOf, cardsOf } from '#web/features/batch/cards/cards.ts';
import type { Shapes } from '#web/features/batch/store/model-choice.ts';

export type Settings = BasicSettings;
export type Card = CardOf<Settings, ImageModelId>;
export type CardsState = CardsStateOf<Settings, ImageModelId>;

/** The shapes of images: those of the model and no others (J6, J14, J15). */
export const imageShapes: Shapes<ImageModelId> = {
  offers: (id, ratio) => imageModel(id)?.aspectRatios.includes(ratio) ?? false,
  of: (id) => {
    const model = imageModel(id);
    return { name: model?.displayName ?? id, ratios: model?.aspectRatios ?? [] };
  },
  otherwise: imageDefaults.aspectRatio,
};

export const imageCards = cardsOf<Settings, ImageModelId, ImageBatchItem>({
  start: {
    model: imageDefaults.model,
    defaults: { prompt: imageDefaults.prompt, aspectRatio: imageDefaults.aspectRatio },
    emptyCards: emptyImageCardsAtStart,
  },
  // J16: a shape that the model does not make becomes a square.
  settingsFor: (settings, model) =>
    imageShapes.offers(model, settings.aspectRatio) ? settings : { ...settings, aspectRatio: imageShapes.otherwise },
  orderedAs: ({ prompt, aspectRatio, model }) => ({ prompt, aspectRatio, model: imageModel(model)?.id ?? imageDefaults.model }),
});
