import type { BatchItem } from '#shared/batch/api.ts';
import type { Cents } from '#shared/money.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import type { BasicCard } from '../cards/cards.ts';
import type { OrderRules } from '../cards/making.ts';
import { lacksCredits } from '../cards/run.ts';
import type { BatchTool } from '../store/batch-tool.ts';
import type { AnyState } from '../store/core.ts';
import { type BenchState, useBench, useBenchState } from './bench-context.tsx';

export type Order = {
  /** The cards that can be ordered. Their prompts may be out of date. Use `currentCards` to order them. */
  cards: readonly BasicCard[];
  total: Cents;
  /** The available balance, if it is known. */
  available: Cents | undefined;
  /** Set if the balance does not cover the order. */
  shortage: { available: Cents; missing: Cents } | undefined;
};

type AnyTool = BatchTool<AnyState, BatchItem>;
type Scope = 'all' | 'selected' | 'marked';

/** Returns the current cards from the store. */
export function currentCards(tool: AnyTool, cards: readonly BasicCard[]): BasicCard[] {
  const byId = new Map(tool.store.getState().draft.cards.map((card) => [card.id, card]));
  return cards.flatMap(({ id }) => byId.get(id) ?? []);
}

const lastCards = new WeakMap<AnyTool, Partial<Record<Scope, readonly BasicCard[]>>>();

/** Returns the previous list while ids and prices stay the same. So a typed letter does not render the buttons with the price again. */
function keepIfSamePrices(tool: AnyTool, scope: Scope, cards: readonly BasicCard[]): readonly BasicCard[] {
  const last = lastCards.get(tool)?.[scope];
  if (last && haveSamePrices(last, cards, tool.definition.orderRules)) return last;
  lastCards.set(tool, { ...lastCards.get(tool), [scope]: cards });
  return cards;
}

const haveSamePrices = (some: readonly BasicCard[], others: readonly BasicCard[], { quote }: OrderRules<BasicCard>): boolean =>
  some.length === others.length &&
  some.every((card, index) => {
    const other = others[index];
    return other !== undefined && (card === other || (card.id === other.id && quote([card]) === quote([other])));
  });

/** The order of all cards that can be ordered, and whether the balance covers it. */
export const useOrder = (): Order => useOrderOf('all', ({ draft }) => draft.cards);

/** The order of the selected cards that can be ordered. Undefined if no card is selected. */
export function useSelectedOrder(): Order | undefined {
  const hasSelection = useBenchState(({ draft, selection }) => draft.cards.some(({ id }) => selection.ids.has(id)));
  const order = useOrderOf('selected', ({ draft, selection }) => draft.cards.filter(({ id }) => selection.ids.has(id)));
  return hasSelection ? order : undefined;
}

/** Whether the balance does not cover an order of these cards. */
export function useLacksCredits(cards: readonly BasicCard[]): boolean {
  const { kind, tool } = useBench();
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  return available !== undefined && cards.length > 0 && lacksCredits(kind, available, tool.definition.orderRules.quote(cards));
}

/** The order of the cards that are marked for a redo. */
export const useMarkedOrder = (): Order =>
  useOrderOf('marked', ({ draft, results, redoIds }) => draft.cards.filter(({ id }) => redoIds.has(id) && results.has(id)));

function useOrderOf(scope: Scope, cardsOf: (state: BenchState) => readonly BasicCard[]): Order {
  const { kind, tool } = useBench();
  const { orderRules } = tool.definition;
  const cards = useBenchState((state) => keepIfSamePrices(tool, scope, cardsOf(state).filter(orderRules.isEligible)));
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const total = orderRules.quote(cards);
  const isShort = available !== undefined && cards.length > 0 && lacksCredits(kind, available, total);
  return { cards, total, available, shortage: isShort ? { available, missing: total - available } : undefined };
}
