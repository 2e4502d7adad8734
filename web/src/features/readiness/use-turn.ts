import { useEffect, useState } from 'react';

/** A task with more lists of chips would block the page. */
export const turnsPerTask = 4;

const waiting = new Set<() => void>();

function giveTurns(): void {
  for (const give of [...waiting].slice(0, turnsPerTask)) {
    waiting.delete(give);
    give();
  }
  if (waiting.size > 0) setTimeout(giveTurns);
}

/**
 * Returns false until it is the turn of this component. A past run shows a hundred results at once, so their chips are rendered in several
 * tasks.
 */
export function useTurn(isNeeded: boolean): boolean {
  const [hasTurn, setTurn] = useState(false);
  useEffect(() => {
    if (!isNeeded) return;
    const give = () => setTurn(true);
    if (waiting.size === 0) setTimeout(giveTurns);
    waiting.add(give);
    return () => {
      waiting.delete(give);
    };
  }, [isNeeded]);
  return hasTurn && isNeeded;
}
