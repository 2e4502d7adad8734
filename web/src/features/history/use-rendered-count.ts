import { useEffect, useState } from 'react';

/** Maximum number of tiles that one task renders. More tiles would block the page. */
const tilesPerTask = 5;

/** Returns how many tiles are rendered now. A past run can have a hundred results, so further tiles are rendered in later tasks. */
export function useRenderedCount(total: number): number {
  const [count, setCount] = useState(tilesPerTask);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + tilesPerTask));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
