/** What a run of the cards would do, and what has become of each card (I5, I7, I9, I17, J9; D13; Q7, Q40). */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { type BatchKind, type Counters, countersOf, promptCharactersMax } from '#shared/batch/batch.ts';
import { hasCredits } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import type { ImageType, PhotoNote } from '#shared/upload/image-file.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type BasicCard, fingerprint } from './cards.ts';

export const isPromptTooLong = ({ prompt }: Pick<BasicCard, 'prompt'>): boolean => [...prompt.trim()].length > promptCharactersMax;

/** Cards that an order leaves out because they lack something, and the first of them. */
export type Lacking = { what: 'prompt' | 'photo' | 'shorter'; count: number; cardId: string };

/** What begun cards still need before they can be run, the first thing to do first. */
export function lacking(cards: readonly BasicCard[], needsPrompt: boolean): Lacking[] {
  const found: [Lacking['what'], BasicCard[]][] = [
    ['prompt', needsPrompt ? cards.filter((card) => card.photo && card.prompt.trim() === '') : []],
    ['shorter', cards.filter((card) => card.photo && isPromptTooLong(card))],
    ['photo', cards.filter((card) => !card.photo && card.prompt.trim() !== '')],
  ];
  return found.flatMap(([what, lacks]) => (lacks[0] ? { what, count: lacks.length, cardId: lacks[0].id } : []));
}

/** Whether a balance is too small for the quote (Q7), or for any video: SPEC's minimum check is 1 dollar per video, and none per image. */
export const lacksCredits = (kind: BatchKind, available: Cents, need: Cents): boolean =>
  (kind === 'video' && !hasCredits(available)) || !hasCredits(available, need);

/** An item as a page shows it, with the batch it belongs to. */
export type ShownItem<Item extends BatchItem = BatchItem> = Item & { batchId: string };

type Standing = Pick<BatchItem, 'status'>;

/** A video that came after its item was given up stays uncharged, and the seller's: there is nothing to make again. */
export const isLate = (item: Standing): boolean => item.status === 'failed' && 'videoUrl' in item && item.videoUrl !== undefined;

/** An item that failed and left nothing. */
export const hasFailed = (item: Standing | undefined): boolean => item?.status === 'failed' && !isLate(item);

/** The newest item of each card among some batches, by card id. */
export function itemsByCard<Item extends BatchItem>(batches: readonly BatchOf<Item>[]): Map<string, ShownItem<Item>> {
  const newestLast = [...batches].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const items = new Map<string, ShownItem<Item>>();
  for (const { batchId, items: own } of newestLast) for (const item of own) items.set(item.itemId, { ...item, batchId });
  return items;
}

const noteOfType: Partial<Record<ImageType, PhotoNote>> = { 'image/gif': 'still_from_gif', 'image/avif': 'still_from_avif' };

/** What the seller should know of a card's photo: before it is sent by its kind, afterwards as the item says. */
export const photoNote = (photo: Photo | undefined, item: Pick<BatchItem, 'notes'> | undefined): PhotoNote | undefined =>
  photo?.contentType ? noteOfType[photo.contentType] : photo && item?.notes?.[0];

type Photographed = ReadonlyMap<string, Pick<BatchItem, 'photoUrl'>>;

/** A fresher address of a card's photo than the card's own, which runs out: for photos that lie in storage. */
export function photoSrc({ id, photo }: BasicCard, items: Photographed): string | undefined {
  if (!photo || photo.file) return undefined;
  // A duplicate shows the photo of the item it was made from.
  return (items.get(photo.id.replace(/^item:/, '')) ?? items.get(id))?.photoUrl;
}

/** Cards whose photos, where they lie in storage, can be fetched now. */
export const withFreshPhotos = <Card extends BasicCard>(cards: readonly Card[], items: Photographed): Card[] =>
  cards.map((card) => {
    const src = photoSrc(card, items);
    return card.photo && src ? { ...card, photo: { ...card.photo, src } } : card;
  });

/** Progress in total of the batches that run, or of what the cards show when none does. */
export function progressOf(
  batches: readonly BatchOf<BatchItem>[],
  cards: readonly BasicCard[],
  items: ReadonlyMap<string, Standing>,
): Counters {
  const running = batches.filter((batch) => batch.status === 'running');
  return countersOf(running.length > 0 ? running.flatMap(({ items }) => items) : cards.flatMap((card) => items.get(card.id) ?? []));
}

export type RecreateScope = 'failed' | 'changed' | 'all';

/** Which of the cards that can be run each answer to 'Recreate what?' stands for (Q40). A card never sent counts as changed. */
export function recreateChoices<Card extends BasicCard>(
  eligible: readonly Card[],
  items: ReadonlyMap<string, Standing>,
  sent: Readonly<Record<string, string>>,
): Record<RecreateScope, Card[]> {
  const endedWithout = ({ id }: Card) => hasFailed(items.get(id)) || items.get(id)?.status === 'cancelled';
  return {
    failed: eligible.filter(endedWithout),
    changed: eligible.filter((card) => sent[card.id] !== fingerprint(card)),
    all: [...eligible],
  };
}

/** The answer offered first: the cheapest one that has something to do. */
export const firstChoice = (choices: Record<RecreateScope, readonly unknown[]>): RecreateScope =>
  choices.failed.length > 0 ? 'failed' : choices.changed.length > 0 ? 'changed' : 'all';
