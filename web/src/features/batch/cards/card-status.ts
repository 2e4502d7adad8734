/** The status of a card: the missing input, or the state of its result. */
import type { BatchItem } from '#shared/batch/api.ts';
import type { BasicCard } from './cards.ts';
import { hasFailed, isLate, isPromptTooLong, type ShownItem } from './run.ts';

export type CardStatus =
  | 'empty'
  | 'no_photo'
  | 'no_prompt'
  | 'too_long'
  | 'ready_to_create'
  | 'sending'
  | 'queued'
  | 'generating'
  | 'ready'
  | 'failed'
  | 'cancelled';

type Facts = { card: BasicCard; item: ShownItem | undefined; isSending: boolean; needsPrompt: boolean };

export function cardStatus({ card, item, isSending, needsPrompt }: Facts): CardStatus {
  if (isSending) return 'sending';
  if (item) return itemStatus(item);
  if (!card.photo) return card.prompt.trim() === '' ? 'empty' : 'no_photo';
  if (isPromptTooLong(card)) return 'too_long';
  return needsPrompt && card.prompt.trim() === '' ? 'no_prompt' : 'ready_to_create';
}

function itemStatus(item: ShownItem<BatchItem>): CardStatus {
  if (item.status === 'completed' || isLate(item)) return 'ready';
  return hasFailed(item) ? 'failed' : (item.status as 'queued' | 'generating' | 'cancelled');
}

/** The filters above the cards of a run. */
export const filters = ['all', 'ready', 'generating', 'queued', 'failed', 'lacking'] as const;
export type Filter = (typeof filters)[number];

export function isShownBy(filter: Filter, status: CardStatus): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'generating':
      return status === 'generating' || status === 'sending';
    case 'failed':
      return status === 'failed' || status === 'cancelled';
    case 'lacking':
      return status === 'no_photo' || status === 'no_prompt' || status === 'too_long';
    default:
      return status === filter;
  }
}
