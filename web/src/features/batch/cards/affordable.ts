import type { Cents } from '#shared/money.ts';

/** Returns as many cards from the start of the list as the balance covers. */
export function affordable<Card>(cards: readonly Card[], have: Cents, quote: (cards: readonly Card[]) => Cents): Card[] {
  const chosen: Card[] = [];
  for (const card of cards) {
    if (quote([...chosen, card]) > have) break;
    chosen.push(card);
  }
  return chosen;
}
