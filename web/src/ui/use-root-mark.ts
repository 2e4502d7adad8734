import { useEffect } from 'react';

/** The states of the page that the style sheet must know: `data-<mark>` of the root element. */
export type RootMark = 'modal' | 'full-window' | 'rows-head' | 'selection-bar';

const counts = new Map<RootMark, number>();

function change(mark: RootMark, difference: 1 | -1): void {
  const count = (counts.get(mark) ?? 0) + difference;
  counts.set(mark, count);
  document.documentElement.toggleAttribute(`data-${mark}`, count > 0);
}

/**
 * Marks the root element while a component is shown. A selector with `:root:has()` would need no script, but then the browser computes the
 * styles of all cards again after each typed letter, which takes 10 ms.
 */
export function useRootMark(mark: RootMark, isMarked = true): void {
  useEffect(() => {
    if (!isMarked) return;
    change(mark, 1);
    return () => change(mark, -1);
  }, [mark, isMarked]);
}
