import type { BatchItem } from '#shared/batch/api.ts';
import { type CardStatus, cardStatus } from '../cards/card-status.ts';
import { type BasicCard, fingerprint } from '../cards/cards.ts';
import { photoSrc, type ShownItem } from '../cards/run.ts';
import { pendingKey } from '../store/cancelling.ts';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

export type CardFacts = {
  card: BasicCard;
  /** Position of the card on the page, starting with 1. */
  number: number;
  name: string;
  item: ShownItem<BatchItem> | undefined;
  status: CardStatus;
  /** Address of the photo; a link of a stored photo is renewed with its item. */
  src: string | undefined;
  isSelected: boolean;
  isLocked: boolean;
  isCancelling: boolean;
  isWriting: boolean;
  /** The card has changed since its result was ordered. */
  hasChanged: boolean;
};

/** Returns everything that a card shows. The component renders again only if the data of this card has changed. */
export function useCard(cardId: string, defaultName: (number: number) => string): CardFacts | undefined {
  const { needsPrompt } = useBench();
  const card = useBenchState(({ draft }) => draft.cards.find(({ id }) => id === cardId));
  const number = useBenchState(({ draft }) => draft.cards.findIndex(({ id }) => id === cardId) + 1);
  const item = useBenchState(({ items }) => items.get(cardId));
  const isSending = useBenchState(({ sending }) => sending?.cardIds.has(cardId) ?? false);
  const isSelected = useBenchState(({ selection }) => selection.ids.has(cardId));
  const locked = useBenchState(isLocked);
  const isCancelling = useBenchState(({ cancelling }) => item !== undefined && cancelling.has(pendingKey(item.batchId, item.itemId)));
  const isWriting = useBenchState(({ writing }) => writing.has(cardId));
  const sentFingerprint = useBenchState(({ draft }) => draft.sent[cardId]);
  const freshSrc = useBenchState(({ items }) => card && photoSrc(card, items));
  if (!card) return undefined;
  return {
    card,
    number,
    name: card.photo?.title ?? defaultName(number),
    item,
    status: cardStatus({ card, item, isSending, needsPrompt }),
    src: freshSrc ?? card.photo?.src,
    isSelected,
    isLocked: locked,
    isCancelling: isCancelling || item?.isCancelling === true,
    isWriting,
    hasChanged: item !== undefined && sentFingerprint !== fingerprint(card),
  };
}
