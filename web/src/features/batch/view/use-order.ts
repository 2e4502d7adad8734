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
export function useOrder(): Order {
  const { kind, tool } = useBench();
  const { orderRules } = tool.definition;
  const cards = useBenchState(useShallow(({ draft }) => draft.cards.filter(orderRules.isEligible)));
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const total = orderRules.quote(cards);
  const isShort = available !== undefined && cards.length > 0 && lacksCredits(kind, available, total);
  return { cards, total, available, shortage: isShort ? { available, missing: total - available } : undefined };
}
