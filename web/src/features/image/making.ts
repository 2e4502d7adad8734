/** Computes the price of images and builds their order. */
import { imageCost } from '#shared/credits/pricing.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import { buildOrderedItems, buildQueuedBatch, type OrderRules } from '#web/features/batch/cards/making.ts';
import { isPromptTooLong } from '#web/features/batch/cards/run.ts';
import type { Card } from './cards.ts';

const { outputFormat, numImages } = imageDefaults;

export const imageOrderRules: OrderRules<Card> = {
  /** The card needs a photo. The prompt is optional. */
  isEligible: (card) => card.photo !== undefined && !isPromptTooLong(card),
  quote: (cards) => cards.reduce((sum, { model }) => sum + imageCost(model), 0),
  buildOrder: (batchId, cards, uploadKeys) => ({
    batchId,
    kind: 'image',
    items: buildOrderedItems(cards, uploadKeys, () => ({ outputFormat, numImages })),
  }),
  buildAcceptedBatch: (accepted, cards, createdAt) => ({ kind: 'image', ...buildQueuedBatch(accepted, cards, createdAt, () => ({})) }),
};
