import { useShallow } from 'zustand/react/shallow';
import type { Cents } from '#shared/money.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import type { BasicCard } from '../cards/cards.ts';
import { lacksCredits } from '../cards/run.ts';
import { useBench, useBenchState } from './bench-context.tsx';

export type Order = {
  /** The cards that can be ordered. */
  cards: BasicCard[];
  total: Cents;
  /** The available balance, if it is known. */
  available: Cents | undefined;
  /** Set if the balance does not cover the order. */
  shortage: { available: Cents; missing: Cents } | undefined;
};

/** The order of all cards that can be ordered, and whether the balance covers it. */
export const useOrder = (): Order => useOrderOf(useBenchState(({ draft }) => draft.cards));

/** The order of the selected cards that can be ordered; undefined if no card is selected. */
export function useSelectedOrder(): Order | undefined {
  const cards = useBenchState(useShallow(({ draft, selection }) => draft.cards.filter(({ id }) => selection.ids.has(id))));
  const order = useOrderOf(cards);
  return cards.length > 0 ? order : undefined;
}

function useOrderOf(allCards: readonly BasicCard[]): Order {
  const { kind, tool } = useBench();
  const { orderRules } = tool.definition;
  const cards = allCards.filter(orderRules.isEligible);
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const total = orderRules.quote(cards);
  const isShort = available !== undefined && cards.length > 0 && lacksCredits(kind, available, total);
  return { cards, total, available, shortage: isShort ? { available, missing: total - available } : undefined };
}
