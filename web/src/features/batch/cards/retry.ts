/** Making again what failed: from what the server has where it can, otherwise from the cards. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { type BasicCard, fingerprint } from './cards.ts';
import { hasFailed, type ShownItem } from './run.ts';

/** Of the cards that can be sent as they now stand, those whose result failed. */
export const failedCards = <Card extends BasicCard>(eligible: readonly Card[], items: ReadonlyMap<string, ShownItem>): Card[] =>
  eligible.filter((card) => hasFailed(items.get(card.id)));

/**
 * The batch that the server can try again for these cards: they are its failed items, all of them, and none has changed since.
 * Undefined otherwise, for then a retry would make something else than the cards show, or cost something else.
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
  const same = cards.every((card) => {
    const item = items.get(card.id);
    return item?.batchId === batchId && hasFailed(item) && sent[card.id] === fingerprint(card);
  });
  return same && failed?.length === cards.length ? batchId : undefined;
}
