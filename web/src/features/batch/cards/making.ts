/** Builds an order from the cards of a page: its price, its request, and the batch that the page shows before the first read. */
import type { BatchItem, BatchResponse, CreateBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import type { OrderedBatch } from '#shared/batch/order.ts';
import type { Cents } from '#shared/money.ts';
import type { BasicCard } from './cards.ts';

export type OrderRules<Card extends BasicCard> = {
  /** Whether a card can be ordered without a change. */
  isEligible: (card: Card) => boolean;
  /** Returns the total price of the results of these cards, in cents. */
  quote: (cards: readonly Card[]) => Cents;
  /** Builds the request for the cards with uploaded photos. `uploadKeys` contains the upload key of the photo by card id. */
  buildOrder: (batchId: string, cards: readonly Card[], uploadKeys: ReadonlyMap<string, string>) => OrderedBatch;
  /** Builds the batch that the page shows after the order was accepted. */
  buildAcceptedBatch: (accepted: CreateBatchResponse, cards: readonly Card[], createdAt: string) => BatchResponse;
};

const titleCharactersMax = 255;

type OrderedItem<Card extends BasicCard> = { itemId: string; uploadKey: string; title: string; prompt: string; aspectRatio: string } & {
  model: Card['model'];
};

/** Builds the items of a request with the fields that all kinds share, plus `extraFields`. */
export const buildOrderedItems = <Card extends BasicCard, Rest extends object>(
  cards: readonly Card[],
  uploadKeys: ReadonlyMap<string, string>,
  extraFields: (card: Card) => Rest,
): (OrderedItem<Card> & Rest)[] =>
  cards.flatMap((card) => {
    const { id: itemId, photo, prompt, aspectRatio, model } = card;
    const uploadKey = photo && uploadKeys.get(itemId);
    if (!photo || !uploadKey) return [];
    return {
      itemId,
      uploadKey,
      title: photo.title.slice(0, titleCharactersMax),
      prompt: prompt.trim(),
      aspectRatio,
      model,
      ...extraFields(card),
    };
  });

type QueuedItem = Pick<BatchItem, 'itemId' | 'title' | 'prompt' | 'aspectRatio' | 'model' | 'retryCount' | 'cost' | 'charged'> & {
  status: 'queued';
};

/** Builds an accepted batch before its first read: every item is queued. */
export function buildQueuedBatch<Card extends BasicCard, Rest extends object>(
  { batchId, status, quote }: CreateBatchResponse,
  cards: readonly Card[],
  createdAt: string,
  extraFields: (card: Card) => Rest,
) {
  const costs = new Map(quote.items.map(({ itemId, cost }) => [itemId, cost]));
  const items = cards.map((card): QueuedItem & Rest => {
    const { id: itemId, photo, prompt, aspectRatio, model } = card;
    const common = { itemId, title: photo?.title ?? '', prompt, aspectRatio, model, retryCount: 0, charged: 0 };
    return { ...common, status: 'queued', cost: costs.get(itemId) ?? 0, ...extraFields(card) };
  });
  return { batchId, status, createdAt, counters: countersOf(items), items };
}
