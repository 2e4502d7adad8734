/** What a run of the cards would do and cost, and what has become of each card (I5, I7, I9, I12, I17; D11 to D13; Q7, Q40). */
import type { BatchItem, BatchResponse, CreateBatchRequest } from '#shared/batch/api.ts';
import { type Counters, countersOf, promptCharactersMax } from '#shared/batch/batch.ts';
import { hasCredits, videoCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
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

/** The newest item of each card among some batches, by card id. */
export function itemsByCard(batches: readonly BatchResponse[]): Map<string, ShownItem> {
  const newestLast = [...batches].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const items = new Map<string, ShownItem>();
  for (const { batchId, items: own } of newestLast) for (const item of own) items.set(item.itemId, { ...item, batchId });
  return items;
}

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
  const endedWithout = (card: Card) => ['failed', 'cancelled'].includes(items.get(card.id)?.status ?? '');
  return {
    failed: eligible.filter(endedWithout),
    changed: eligible.filter((card) => sent[card.id] !== fingerprint(card)),
    all: eligible,
  };
}

/** The answer offered first: the cheapest one that has something to do. */
export const firstChoice = (choices: Record<RecreateScope, Card[]>): RecreateScope =>
  choices.failed.length > 0 ? 'failed' : choices.changed.length > 0 ? 'changed' : 'all';
