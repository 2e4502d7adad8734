/** Computes the price of videos and builds their order. */
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { videoCost } from '#shared/credits/pricing.ts';
import { buildOrderedItems, buildQueuedBatch, type OrderRules } from '#web/features/batch/cards/making.ts';
import { isPromptTooLong, type ShownItem } from '#web/features/batch/cards/run.ts';
import type { Card } from './cards.ts';

export type ShownVideo = ShownItem<VideoBatchItem>;

export const videoOrderRules: OrderRules<Card> = {
  /** The card needs a photo, and a prompt that is neither empty nor too long. */
  isEligible: (card) => card.photo !== undefined && card.prompt.trim() !== '' && !isPromptTooLong(card),

  quote: (cards) =>
    cards.reduce(
      (sum, { model, durationSeconds, generateAudio }) =>
        sum + videoCost({ model, durationSeconds, audioEnabled: generateAudio, videoCount: 1 }).totalCost,
      0,
    ),

  buildOrder: (batchId, cards, uploadKeys) => ({
    batchId,
    kind: 'video',
    items: buildOrderedItems(cards, uploadKeys, ({ durationSeconds: duration, resolution, generateAudio }) => ({
      duration,
      resolution,
      generateAudio,
    })),
  }),

  buildAcceptedBatch: (accepted, cards, createdAt) => ({
    kind: 'video',
    ...buildQueuedBatch(accepted, cards, createdAt, ({ resolution, generateAudio }) => ({ resolution, generateAudio })),
  }),
};
