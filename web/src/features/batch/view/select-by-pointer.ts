import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchTool } from '../store/batch-tool.ts';
import type { AnyState } from '../store/core.ts';
import { shownCardIds } from './shown-cards.ts';

/** Selects a card. With Shift, selects all cards between the last selected card and this card. */
export function selectByPointer(tool: BatchTool<AnyState, BatchItem>, cardId: string, event: Event): void {
  if ('shiftKey' in event && event.shiftKey) tool.selectRange(cardId, shownCardIds(tool));
  else tool.toggle(cardId);
}
