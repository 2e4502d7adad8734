import { useState } from 'react';
import type { ReviewItem } from './review-item.ts';

const indexOf = (items: readonly ReviewItem[], itemKey: string): number => items.findIndex(({ key }) => key === itemKey);

/** The current item. If it is removed from the list, the item at the same position becomes the current item. */
export function useCurrent(items: readonly ReviewItem[], startKey: string) {
  const [shown, setShown] = useState(() => ({ key: startKey, index: Math.max(0, indexOf(items, startKey)) }));
  const shownIndex = indexOf(items, shown.key);
  const index = shownIndex >= 0 ? shownIndex : Math.min(shown.index, items.length - 1);
  const show = (requestedIndex: number) => {
    const next = Math.min(items.length - 1, Math.max(0, requestedIndex));
    const item = items[next];
    if (item) setShown({ key: item.key, index: next });
  };
  return { index, item: items[index], previous: items[index - 1], next: items[index + 1], show };
}
