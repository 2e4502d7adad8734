import { useEffect, useState } from 'react';

/** Maximum number of lists of chips that one task of the event loop renders. More lists would block the page. */
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
 * Returns false until this component may render. A past run shows a hundred results together, so the chips of these results are rendered in
 * several tasks of the event loop.
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
