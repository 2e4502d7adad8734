import { useState } from 'react';
import type { ReviewItem } from './review-item.ts';

const indexOf = (items: readonly ReviewItem[], itemKey: string): number => items.findIndex(({ key }) => key === itemKey);

/**
 * The shown item. If this item is removed from the list, the item at the same position is shown.
 * @param hasEnd whether there is a summary after the last item.
 */
export function useCurrent(items: readonly ReviewItem[], startKey: string, hasEnd: boolean) {
  const [shown, setShown] = useState(() => ({ key: startKey, index: Math.max(0, indexOf(items, startKey)), isAtEnd: false }));
  const shownIndex = indexOf(items, shown.key);
  const index = shownIndex >= 0 ? shownIndex : Math.min(shown.index, items.length - 1);
  const isAtEnd = hasEnd && shown.isAtEnd;
  const show = (requestedIndex: number, showsEnd = false) => {
    const next = Math.min(items.length - 1, Math.max(0, requestedIndex));
    const item = items[next];
    if (item) setShown({ key: item.key, index: next, isAtEnd: showsEnd });
  };
  const moveBy = (steps: -1 | 1) => {
    if (isAtEnd) show(index, steps === 1);
    else show(index + steps, hasEnd && index + steps === items.length);
  };
  return { index, item: items[index], previous: items[index - 1], next: items[index + 1], isAtEnd, show, moveBy };
}
