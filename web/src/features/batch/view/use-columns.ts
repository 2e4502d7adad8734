import { useSyncExternalStore } from 'react';

type Layout = 'cards' | 'results';

/** Minimum widths of the window, in rem, for each number of columns. The cards of a run are wider, because they show large results. */
const columns: Record<Layout, readonly [minRem: number, count: number][]> = {
  cards: [
    [102, 4],
    [72, 3],
    [44, 2],
  ],
  results: [
    [126, 4],
    [88, 3],
    [44, 2],
  ],
};

const queryOf = (rem: number) => window.matchMedia(`(min-width: ${rem}rem)`);

function subscribe(listener: () => void): () => void {
  const queries = Object.values(columns)
    .flat()
    .map(([rem]) => queryOf(rem));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

const count = (layout: Layout): number => columns[layout].find(([rem]) => queryOf(rem).matches)?.[1] ?? 1;

/** Returns the number of columns of cards; 1 means a phone. */
export const useColumns = (layout: Layout = 'cards'): number =>
  useSyncExternalStore(
    subscribe,
    () => count(layout),
    () => 3,
  );
