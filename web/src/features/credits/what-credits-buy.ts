/** Computes the number of results of each kind that an amount of credits pays. */
import { type ImageModel, imageModels, type VideoModel, videoModels } from '#shared/catalogue.ts';
import { videoPrice } from '#shared/credits/video-price.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import type { Cents } from '#shared/money.ts';
import { type apiModes, photoEditPrices } from '#shared/photo-edit/prices.ts';
import { iterationsMax } from '#shared/pipeline/run.ts';

export type PricedResult =
  | { kind: 'video'; model: VideoModel; price: Cents }
  | { kind: 'image'; price: Cents }
  | { kind: (typeof apiModes)[number]; price: Cents }
  /** The kind whose price is for one run with the maximum number of images. */
  | { kind: 'pipeline'; price: Cents };

/** The price of one image of a before/after run, and the maximum number of images. */
export const pipelinePrice = {
  perImage: imageModels.find(({ id }) => id === imageDefaults.model)?.price ?? 0,
  imagesMax: iterationsMax,
} as const;

/** Returns the common price of all image models, or the highest price. */
const imagePrice = (models: readonly ImageModel[]): Cents => Math.max(...models.map(({ price }) => price));

/** All kinds of results with the price of one result. Videos are without audio. */
export const pricedResults: readonly PricedResult[] = [
  ...videoModels
    .filter(({ isEnabled }) => isEnabled)
    .map((model) => ({ kind: 'video' as const, model, price: videoPrice(model, model.specs.durationSeconds, false) })),
  { kind: 'image', price: imagePrice(imageModels) },
  { kind: 'image-editing', price: photoEditPrices['image-editing'] },
  { kind: 'remove-background', price: photoEditPrices['remove-background'] },
  { kind: 'pipeline', price: pipelinePrice.perImage * pipelinePrice.imagesMax },
];

/** Returns how many results an amount pays completely. */
export const countFor = (amount: Cents, { price }: Pick<PricedResult, 'price'>): number => (price > 0 ? Math.floor(amount / price) : 0);
