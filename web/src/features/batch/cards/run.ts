/** Computes which cards can be ordered, and the state of each card (docs/spec.md 5.5, 5.8, 7, 12.6). */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { type BatchKind, type Counters, countersOf, hasEnded, promptCharactersMax } from '#shared/batch/batch.ts';
import { hasCredits } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import type { ImageType, PhotoNote } from '#shared/upload/image-file.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type BasicCard, fingerprint } from './cards.ts';

/** Each typed letter checks all cards, so the check must be fast. Counting the characters is slow, so it is done only for a long text. */
export const isPromptTooLong = ({ prompt }: Pick<BasicCard, 'prompt'>): boolean =>
  prompt.length > promptCharactersMax && [...prompt.trim()].length > promptCharactersMax;

/** A group of cards that an order skips for the same reason: their number, and the id of the first card. */
export type MissingInput = { reason: 'prompt' | 'photo' | 'shorter'; count: number; cardId: string };

/** Returns the missing inputs of the cards that the seller has started, in the order in which the seller should add them. */
export function findMissingInputs(cards: readonly BasicCard[], needsPrompt: boolean): MissingInput[] {
  const groups: [MissingInput['reason'], BasicCard[]][] = [
    ['prompt', needsPrompt ? cards.filter((card) => card.photo && card.prompt.trim() === '') : []],
    ['shorter', cards.filter((card) => card.photo && isPromptTooLong(card))],
    ['photo', cards.filter((card) => !card.photo && card.prompt.trim() !== '')],
  ];
  return groups.flatMap(([reason, lackingCards]) =>
    lackingCards[0] ? { reason, count: lackingCards.length, cardId: lackingCards[0].id } : [],
  );
}

/** Whether the balance is lower than the price or, for videos, lower than 1 dollar. Images have no minimum (docs/spec.md 12.6). */
export const lacksCredits = (kind: BatchKind, available: Cents, need: Cents): boolean =>
  (kind === 'video' && !hasCredits(available)) || !hasCredits(available, need);

/** An item with the id of its batch. */
export type ShownItem<Item extends BatchItem = BatchItem> = Item & { batchId: string };

type ItemWithStatus = Pick<BatchItem, 'status'>;

/** A video that arrived after its item failed. The seller keeps it without a charge, so the item needs no retry. */
export const wasDeliveredLate = (item: ItemWithStatus): boolean =>
  item.status === 'failed' && 'videoUrl' in item && item.videoUrl !== undefined;

/** Whether the seller has the result of this item. */
export const isDelivered = (item: ItemWithStatus): boolean => item.status === 'completed' || wasDeliveredLate(item);

/** The item failed and has no late video. */
export const hasFailed = (item: ItemWithStatus | undefined): boolean => item?.status === 'failed' && !wasDeliveredLate(item);

/** Returns the newest item of each card in these batches, by card id. */
export function itemsByCard<Item extends BatchItem>(batches: readonly BatchOf<Item>[]): Map<string, ShownItem<Item>> {
  const newestLast = [...batches].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const items = new Map<string, ShownItem<Item>>();
  for (const { batchId, items: batchItems } of newestLast) for (const item of batchItems) items.set(item.itemId, { ...item, batchId });
  return items;
}

const notesByType: Partial<Record<ImageType, PhotoNote>> = { 'image/gif': 'still_from_gif', 'image/avif': 'still_from_avif' };

/** Returns a note about the card's photo. Before the upload, the note is about the file type. After the upload, it comes from the item. */
export const photoNote = (photo: Photo | undefined, item: Pick<BatchItem, 'notes'> | undefined): PhotoNote | undefined =>
  photo?.contentType ? notesByType[photo.contentType] : photo && item?.notes?.[0];

type PhotoUrls = ReadonlyMap<string, Pick<BatchItem, 'photoUrl'>>;

/** Returns a newer link to a stored photo, because the link in the card expires. Returns undefined for a local file. */
export function photoSrc({ id, photo }: BasicCard, items: PhotoUrls): string | undefined {
  if (!photo || photo.file) return undefined;
  // A duplicated card shows the photo of the item from which it was copied.
  return (items.get(photo.id.replace(/^item:/, '')) ?? items.get(id))?.photoUrl;
}

/** Returns the cards with new links to their stored photos. */
export const withFreshPhotos = <Card extends BasicCard>(cards: readonly Card[], items: PhotoUrls): Card[] =>
  cards.map((card) => {
    const src = photoSrc(card, items);
    return card.photo && src ? { ...card, photo: { ...card.photo, src } } : card;
  });

/** Counts the items that the cards of the page show, so that the total stays the same while some of them are made again. */
export const progressOf = (cards: readonly BasicCard[], items: ReadonlyMap<string, ItemWithStatus>): Counters =>
  countersOf(cards.flatMap((card) => items.get(card.id) ?? []));

/** Counts the cards with a result that is being made again. */
export const countRedoing = (
  cards: readonly BasicCard[],
  items: ReadonlyMap<string, ItemWithStatus>,
  results: ReadonlyMap<string, unknown>,
): number =>
  cards.filter(({ id }) => {
    const item = items.get(id);
    return item !== undefined && !hasEnded(item.status) && results.has(id);
  }).length;

export type RecreateScope = 'failed' | 'changed' | 'all';

/** Returns the cards of each choice in the dialog `Recreate`. A card that was never sent is treated as changed. */
export function recreateChoices<Card extends BasicCard>(
  eligible: readonly Card[],
  items: ReadonlyMap<string, ItemWithStatus>,
  sent: Readonly<Record<string, string>>,
): Record<RecreateScope, Card[]> {
  const hasNoResult = ({ id }: Card) => hasFailed(items.get(id)) || items.get(id)?.status === 'cancelled';
  return {
    failed: eligible.filter(hasNoResult),
    changed: eligible.filter((card) => sent[card.id] !== fingerprint(card)),
    all: [...eligible],
  };
}

/** Returns the preselected choice: the cheapest choice that contains a card. */
export const preselectedScope = (choices: Record<RecreateScope, readonly unknown[]>): RecreateScope =>
  choices.failed.length > 0 ? 'failed' : choices.changed.length > 0 ? 'changed' : 'all';
