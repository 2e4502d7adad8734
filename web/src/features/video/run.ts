/** What a run of the cards would do and cost, and what has become of each card (I5, I7, I9, I12, I17; D11 to D13; Q7, Q40). */
import type { BatchItem, BatchResponse, CreateBatchRequest } from '#shared/batch/api.ts';
import { type Counters, countersOf, promptCharactersMax } from '#shared/batch/batch.ts';
import { hasCredits, videoCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import type { ImageType, PhotoNote } from '#shared/upload/image-file.ts';
import type { ZipEntry } from '#web/features/download/zip.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { videoFileName } from '#web/lib/download.ts';
import { type Card, fingerprint } from './cards.ts';

/** A card can be run when it has a photo and a prompt that is not too long. */
export const isEligible = (card: Card): boolean =>
  card.photo !== undefined && card.prompt.trim() !== '' && [...card.prompt.trim()].length <= promptCharactersMax;

/** What these cards' videos cost together, in cents. */
export const quote = (cards: readonly Card[]): Cents =>
  cards.reduce(
    (sum, { model, durationSeconds, generateAudio }) =>
      sum + videoCost({ model, durationSeconds, audioEnabled: generateAudio, videoCount: 1 }).totalCost,
    0,
  );

/** What begun cards still need before they can be run, the first thing to do first. */
export function lacking(cards: readonly Card[]): { what: 'prompt' | 'photo' | 'shorter'; count: number } | undefined {
  const isTooLong = ({ prompt }: Card) => [...prompt.trim()].length > promptCharactersMax;
  const counts = {
    prompt: cards.filter((card) => card.photo && card.prompt.trim() === '').length,
    shorter: cards.filter((card) => card.photo && isTooLong(card)).length,
    photo: cards.filter((card) => !card.photo && card.prompt.trim() !== '').length,
  };
  const [what] = (['prompt', 'shorter', 'photo'] as const).filter((name) => counts[name] > 0);
  return what && { what, count: counts[what] };
}

/** Whether a balance is too small: for any video at all, or for these (Q7: the exact quote decides). */
export const lacksCredits = (available: Cents, need: Cents): boolean => !hasCredits(available) || !hasCredits(available, need);

/** The items of a request, from cards whose photos are uploaded. */
export const itemsOf = (cards: readonly Card[], uploadKeys: ReadonlyMap<string, string>): CreateBatchRequest['items'] =>
  cards.flatMap((card) => {
    const uploadKey = card.photo && uploadKeys.get(card.id);
    if (!card.photo || !uploadKey) return [];
    return {
      itemId: card.id,
      uploadKey,
      title: card.photo.title.slice(0, 255),
      prompt: card.prompt.trim(),
      aspectRatio: card.aspectRatio,
      duration: card.durationSeconds,
      resolution: card.resolution,
      generateAudio: card.generateAudio,
      model: card.model,
    };
  });

export type ShownItem = BatchItem & { batchId: string };

/** A video that came after its item was given up stays uncharged, and the seller's: there is nothing to make again. */
export const isLate = ({ status, videoUrl }: Pick<BatchItem, 'status' | 'videoUrl'>): boolean =>
  status === 'failed' && videoUrl !== undefined;

/** An item that failed and left nothing. */
export const hasFailed = (item: Pick<BatchItem, 'status' | 'videoUrl'> | undefined): boolean => item?.status === 'failed' && !isLate(item);

/** The newest item of each card among some batches, by card id. */
export function itemsByCard(batches: readonly BatchResponse[]): Map<string, ShownItem> {
  const newestLast = [...batches].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const items = new Map<string, ShownItem>();
  for (const { batchId, items: own } of newestLast) for (const item of own) items.set(item.itemId, { ...item, batchId });
  return items;
}

const noteOfType: Partial<Record<ImageType, PhotoNote>> = { 'image/gif': 'still_from_gif', 'image/avif': 'still_from_avif' };

/** What the seller should know of a card's photo: before it is sent by its kind, afterwards as the item says. */
export const photoNote = (photo: Photo | undefined, item: Pick<BatchItem, 'notes'> | undefined): PhotoNote | undefined =>
  photo?.contentType ? noteOfType[photo.contentType] : photo && item?.notes?.[0];

/** A fresher address of a card's photo than the card's own, which runs out: for photos that lie in storage. */
export function photoSrc({ id, photo }: Card, items: ReadonlyMap<string, ShownItem>): string | undefined {
  if (!photo || photo.file) return undefined;
  // A duplicate shows the photo of the item it was made from.
  return (items.get(photo.id.replace(/^item:/, '')) ?? items.get(id))?.photoUrl;
}

/** Cards whose photos, where they lie in storage, can be fetched now. */
export const withFreshPhotos = (cards: readonly Card[], items: ReadonlyMap<string, ShownItem>): Card[] =>
  cards.map((card) => {
    const src = photoSrc(card, items);
    return card.photo && src ? { ...card, photo: { ...card.photo, src } } : card;
  });

/** Progress in total of the batches that run, or of what the cards show when none does. */
export function progressOf(batches: readonly BatchResponse[], cards: readonly Card[], items: ReadonlyMap<string, ShownItem>): Counters {
  const running = batches.filter((batch) => batch.status === 'running');
  return countersOf(running.length > 0 ? running.flatMap((batch) => batch.items) : cards.flatMap((card) => items.get(card.id) ?? []));
}

export type RecreateScope = 'failed' | 'changed' | 'all';

/** Which cards each answer to 'Recreate what?' stands for (Q40). A card never sent counts as changed. */
export function recreateChoices(
  cards: readonly Card[],
  items: ReadonlyMap<string, ShownItem>,
  sent: Readonly<Record<string, string>>,
): Record<RecreateScope, Card[]> {
  const eligible = cards.filter(isEligible);
  const endedWithout = ({ id }: Card) => hasFailed(items.get(id)) || items.get(id)?.status === 'cancelled';
  return {
    failed: eligible.filter(endedWithout),
    changed: eligible.filter((card) => sent[card.id] !== fingerprint(card)),
    all: eligible,
  };
}

/** The answer offered first: the cheapest one that has something to do. */
export const firstChoice = (choices: Record<RecreateScope, Card[]>): RecreateScope =>
  choices.failed.length > 0 ? 'failed' : choices.changed.length > 0 ? 'changed' : 'all';

/** The finished videos among some items, as files to save. */
export const downloadsOf = (items: readonly (BatchItem | undefined)[]): ZipEntry[] =>
  items.flatMap((item) =>
    item?.downloadUrl ? { name: videoFileName(item.title, Date.parse(item.completedAt ?? '') || Date.now()), url: item.downloadUrl } : [],
  );
