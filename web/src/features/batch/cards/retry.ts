/** Decides how failed items are ordered again. If possible, the server uses its own data. Otherwise, the page sends the cards again. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { type BasicCard, fingerprint } from './cards.ts';
import { hasFailed, type ShownItem } from './run.ts';

/** Returns the cards whose result failed and that can be ordered without a change. */
export const failedCards = <Card extends BasicCard>(eligible: readonly Card[], items: ReadonlyMap<string, ShownItem>): Card[] =>
  eligible.filter((card) => hasFailed(items.get(card.id)));

/**
 * Returns the parent of a redo: the batch of the first card, if all cards have items of one chain of batches. Otherwise returns undefined,
 * because an order has only one parent.
 */
export function parentOf(
  cards: readonly BasicCard[],
  items: ReadonlyMap<string, ShownItem>,
  batches: readonly BatchOf<BatchItem>[],
): string | undefined {
  const rootIds = new Map(batches.map(({ batchId, rootBatchId = batchId }) => [batchId, rootBatchId]));
  const parentIds = cards.map(({ id }) => items.get(id)?.batchId);
  const roots = new Set(parentIds.map((id) => id && rootIds.get(id)));
  return roots.size === 1 && !roots.has(undefined) ? parentIds[0] : undefined;
}

/**
 * Returns the batch that the server can retry for these cards. The cards must be all failed items of the batch, and unchanged.
 * Otherwise returns undefined, because the result or the price of a retry would differ from the cards.
 */
export function batchToRetry(
  cards: readonly BasicCard[],
  sent: Readonly<Record<string, string>>,
  items: ReadonlyMap<string, ShownItem>,
  batches: readonly BatchOf<BatchItem>[],
): string | undefined {
  const [first] = cards;
  const batchId = first && items.get(first.id)?.batchId;
  const failed = batches.find((batch) => batch.batchId === batchId)?.items.filter(hasFailed);
  const isUnchanged = cards.every((card) => {
    const item = items.get(card.id);
    return item?.batchId === batchId && hasFailed(item) && sent[card.id] === fingerprint(card);
  });
  return isUnchanged && failed?.length === cards.length ? batchId : undefined;
}
