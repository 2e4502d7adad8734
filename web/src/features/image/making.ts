/** Computes the price of images and builds their order. */
import { imageCost } from '#shared/credits/pricing.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import { type Making, orderedItems, sentBatch } from '#web/features/batch/cards/making.ts';
import { isPromptTooLong } from '#web/features/batch/cards/run.ts';
import type { Card } from './cards.ts';

const { outputFormat, numImages } = imageDefaults;

export const imageMaking: Making<Card> = {
  /** The card needs a photo. The prompt is optional. */
  isEligible: (card) => card.photo !== undefined && !isPromptTooLong(card),
  quote: (cards) => cards.reduce((sum, { model }) => sum + imageCost(model), 0),
  order: (batchId, cards, uploadKeys) => ({
    batchId,
    kind: 'image',
    items: orderedItems(cards, uploadKeys, () => ({ outputFormat, numImages })),
  }),
  sent: (accepted, cards, createdAt) => ({ kind: 'image', ...sentBatch(accepted, cards, createdAt, () => ({})) }),
};
