/**
 * Decides how failed items are ordered again. Each such order is a redo, a new batch. If the server makes the redo from the data of the
 * failed batch, the redo is a _retry_. If a retry is not possible, the page sends the cards again.
 */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { type BasicCard, fingerprint } from './cards.ts';
import { hasFailed, type ShownItem } from './run.ts';

/**
 * Returns the cards with a failed item.
 * @param eligible cards that can be ordered without a change.
 */
export const failedCards = <Card extends BasicCard>(eligible: readonly Card[], items: ReadonlyMap<string, ShownItem>): Card[] =>
  eligible.filter((card) => hasFailed(items.get(card.id)));

/**
 * Returns the id of the parent batch of a redo. If the items of all cards are in one chain of batches, the parent is the batch of the first
 * card. Otherwise returns undefined, because a redo has only one parent.
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
 * Returns the id of the ended batch that the server can retry for these cards. There must be one card for each failed item of the batch,
 * and no card may have changed. Otherwise returns undefined, because the results or the price of a retry would not match the cards.
 */
export function batchToRetry(
  cards: readonly BasicCard[],
  sent: Readonly<Record<string, string>>,
  items: ReadonlyMap<string, ShownItem>,
  batches: readonly BatchOf<BatchItem>[],
): string | undefined {
  const [first] = cards;
  const batchId = first && items.get(first.id)?.batchId;
  const batch = batches.find((one) => one.batchId === batchId && one.status !== 'running');
  const failed = batch?.items.filter(hasFailed);
  const isUnchanged = cards.every((card) => {
    const item = items.get(card.id);
    return item?.batchId === batchId && hasFailed(item) && sent[card.id] === fingerprint(card);
  });
  return isUnchanged && failed?.length === cards.length ? batchId : undefined;
}
