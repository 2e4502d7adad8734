import type { Cents } from '#shared/money.ts';

/** Returns the first cards of the list that the balance covers. */
export function selectAffordable<Card>(cards: readonly Card[], balance: Cents, quote: (cards: readonly Card[]) => Cents): Card[] {
  const selected: Card[] = [];
  for (const card of cards) {
    if (quote([...selected, card]) > balance) break;
    selected.push(card);
  }
  return selected;
}
