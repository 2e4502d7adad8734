/** The status of a card: its missing input, the state of its result, or a note that it is not part of the run. */
import type { BatchItem } from '#shared/batch/api.ts';
import type { BasicCard } from './cards.ts';
import { hasFailed, isDelivered, isPromptTooLong, type ShownItem } from './run.ts';

export type CardStatus =
  | 'empty'
  | 'no_photo'
  | 'no_prompt'
  | 'too_long'
  | 'ready_to_create'
  | 'outside'
  | 'sending'
  | 'queued'
  | 'generating'
  | 'ready'
  | 'failed'
  | 'cancelled';

type Facts = {
  card: BasicCard;
  item: ShownItem | undefined;
  isSending: boolean;
  /** Whether another card is part of a run or shows the result of a run. */
  hasRun: boolean;
  needsPrompt: boolean;
};

export function cardStatus({ card, item, isSending, hasRun, needsPrompt }: Facts): CardStatus {
  if (isSending) return 'sending';
  if (item) return itemStatus(item);
  return hasRun ? 'outside' : inputStatus(card, needsPrompt);
}

/** Returns the missing input of a card, or a status that says that the card can be ordered. */
export function inputStatus(card: BasicCard, needsPrompt: boolean): CardStatus {
  if (!card.photo) return card.prompt.trim() === '' ? 'empty' : 'no_photo';
  if (isPromptTooLong(card)) return 'too_long';
  return needsPrompt && card.prompt.trim() === '' ? 'no_prompt' : 'ready_to_create';
}

function itemStatus(item: ShownItem<BatchItem>): CardStatus {
  if (isDelivered(item)) return 'ready';
  return hasFailed(item) ? 'failed' : (item.status as 'queued' | 'generating' | 'cancelled');
}

/** The filters above the cards of a run. */
export const filters = ['all', 'ready', 'generating', 'queued', 'failed', 'lacking', 'outside'] as const;
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
