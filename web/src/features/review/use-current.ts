import { useState } from 'react';
import type { ReviewItem } from './review-item.ts';

const indexOf = (items: readonly ReviewItem[], wanted: string): number => items.findIndex(({ key }) => key === wanted);

/** The item that is shown. If it disappears from the items, the one in its place follows. */
export function useCurrent(items: readonly ReviewItem[], startKey: string) {
  const [shown, setShown] = useState(() => ({ key: startKey, index: Math.max(0, indexOf(items, startKey)) }));
  const found = indexOf(items, shown.key);
  const index = found >= 0 ? found : Math.min(shown.index, items.length - 1);
  const show = (wanted: number) => {
    const next = Math.min(items.length - 1, Math.max(0, wanted));
    const item = items[next];
    if (item) setShown({ key: item.key, index: next });
  };
  return { index, item: items[index], previous: items[index - 1], next: items[index + 1], show };
}
