import { useSyncExternalStore } from 'react';

/** Minimum widths of the window, in rem, for each number of columns. */
const columns: readonly (readonly [minRem: number, count: number])[] = [
  [102, 4],
  [72, 3],
  [44, 2],
];

const queryOf = (rem: number) => window.matchMedia(`(min-width: ${rem}rem)`);

function subscribe(listener: () => void): () => void {
  const queries = columns.map(([rem]) => queryOf(rem));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

const count = (): number => columns.find(([rem]) => queryOf(rem).matches)?.[1] ?? 1;

/** Returns the number of columns of cards. One column means a phone. */
export const useColumns = (): number => useSyncExternalStore(subscribe, count, () => 3);
