/** The ids of the cards that the filter selects, in their order. */
import type { BatchItem } from '#shared/batch/api.ts';
import { isUnreadyFor, readinessStore } from '#web/features/readiness/readiness-store.ts';
import { type CardStatus, cardStatus, isShownBy } from '../cards/card-status.ts';
import { needsPromptOf } from '../cards/tool.ts';
import type { BatchTool } from '../store/batch-tool.ts';
import { type AnyState, hasRun, type ToolState } from '../store/core.ts';
import { type BenchFilter, setFilter, type UnreadyFilter, viewStore } from './view-store.ts';

export function statusesOf(state: ToolState<AnyState, BatchItem>, needsPrompt: boolean): CardStatus[] {
  const { draft, items, sending } = state;
  const facts = { hasRun: hasRun(state), needsPrompt };
  return draft.cards.map((card) =>
    cardStatus({ card, item: items.get(card.id), isSending: sending?.cardIds.has(card.id) ?? false, ...facts }),
  );
}

/** @param keptIds ids of cards that always stay visible, also without a match of the filter. */
export function idsShownBy(
  filter: BenchFilter,
  state: ToolState<AnyState, BatchItem>,
  needsPrompt: boolean,
  keptIds: ReadonlySet<string>,
): string[] {
  const { cards } = state.draft;
  if (filter === 'all') return cards.map(({ id }) => id);
  if (filter === 'kept') {
    const shownIds = keptCardIds(state);
    // The filter has no tab if no result is kept any more.
    return shownIds.length > 0 ? shownIds : cards.map(({ id }) => id);
  }
  if (isUnreadyFilter(filter)) {
    const shop = shopOf(filter);
    const { rules } = readinessStore.getState();
    const unreadyIds = cards.flatMap(({ id }) => (isUnreadyFor(shop, rules, state.items.get(id) ?? {}) ? [id] : []));
    // If no card matches any more, for example after the start of a new batch, the filter has no tab.
    return unreadyIds.length > 0 ? unreadyIds : cards.map(({ id }) => id);
  }
  const statuses = statusesOf(state, needsPrompt);
  return cards.filter(({ id }, index) => keptIds.has(id) || isShownBy(filter, statuses[index]!)).map(({ id }) => id);
}

/** Returns the ids of the cards whose result the seller keeps. */
export const keptCardIds = ({ draft, items }: Pick<ToolState<AnyState, BatchItem>, 'draft' | 'items'>): string[] =>
  draft.cards.flatMap(({ id }) => (items.get(id)?.kept === true ? [id] : []));

const unreadyPrefix = 'unready:';
export const unreadyFilter = (shop: string): UnreadyFilter => `${unreadyPrefix}${shop}`;
const isUnreadyFilter = (filter: BenchFilter): filter is UnreadyFilter => filter.startsWith(unreadyPrefix);
const shopOf = (filter: UnreadyFilter): string => filter.slice(unreadyPrefix.length);

export function shownCardIds(tool: BatchTool<AnyState, BatchItem>): string[] {
  const { filter, keptIds } = viewStore.getState();
  return idsShownBy(filter, tool.store.getState(), needsPromptOf(tool.definition.tool), keptIds);
}

/** Shows only the cards that the filter selects. */
export function chooseFilter(filter: BenchFilter, tool: BatchTool<AnyState, BatchItem>): void {
  setFilter(filter);
  if (filter === 'lacking') setFilter(filter, new Set(shownCardIds(tool)));
}
