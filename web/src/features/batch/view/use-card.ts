import type { BatchItem } from '#shared/batch/api.ts';
import { type CardStatus, cardStatus } from '../cards/card-status.ts';
import { type BasicCard, fingerprint } from '../cards/cards.ts';
import { lineNumbers } from '../cards/line-numbers.ts';
import { photoSrc, type ShownItem } from '../cards/run.ts';
import { pendingKey } from '../store/cancelling.ts';
import { hasRun, isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

export type CardFacts = {
  card: BasicCard;
  /** Position of the card on the page. The first position is 1. */
  number: number;
  name: string;
  item: ShownItem<BatchItem> | undefined;
  status: CardStatus;
  /** The number of a waiting card. */
  lineNumber: number | undefined;
  /** URL of the photo. If the photo is on the server, this link is renewed when the item is read. */
  src: string | undefined;
  isSelected: boolean;
  isLocked: boolean;
  /**
   * Whether the card shows its settings as text. A card that is still loading shows disabled fields instead, so that nothing moves later.
   */
  looksLocked: boolean;
  isCancelling: boolean;
  isWriting: boolean;
  /** Whether the card has changed since its result was ordered. */
  hasChanged: boolean;
};

const indexesByCards = new WeakMap<readonly BasicCard[], ReadonlyMap<string, number>>();

/**
 * Returns the indexes of the cards by id. All visible cards use the same map. Without it, each typed letter would make them search the
 * list.
 */
function indexesOf(cards: readonly BasicCard[]): ReadonlyMap<string, number> {
  const known = indexesByCards.get(cards);
  if (known) return known;
  const indexes = new Map(cards.map(({ id }, index) => [id, index]));
  indexesByCards.set(cards, indexes);
  return indexes;
}

/** Returns everything that a card shows. The component renders again only if the data of this card has changed. */
export function useCard(cardId: string, defaultName: (number: number) => string): CardFacts | undefined {
  const { needsPrompt } = useBench();
  const card = useBenchState(({ draft }) => draft.cards[indexesOf(draft.cards).get(cardId) ?? -1]);
  const number = useBenchState(({ draft }) => (indexesOf(draft.cards).get(cardId) ?? -1) + 1);
  const item = useBenchState(({ items }) => items.get(cardId));
  const lineNumber = useBenchState(({ draft, items }) => lineNumbers(draft.cards, items).get(cardId));
  const isSending = useBenchState(({ sending }) => sending?.cardIds.has(cardId) ?? false);
  const isRunShown = useBenchState(hasRun);
  const isSelected = useBenchState(({ selection }) => selection.ids.has(cardId));
  const locked = useBenchState(isLocked);
  const isRestored = useBenchState(({ restored }) => restored);
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
    status: cardStatus({ card, item, isSending, hasRun: isRunShown, needsPrompt }),
    lineNumber,
    src: freshSrc ?? card.photo?.src,
    isSelected,
    isLocked: locked,
    looksLocked: locked && isRestored,
    isCancelling: isCancelling || item?.isCancelling === true,
    isWriting,
    hasChanged: item !== undefined && sentFingerprint !== fingerprint(card),
  };
}
