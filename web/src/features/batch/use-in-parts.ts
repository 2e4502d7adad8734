import { useEffect, useState } from 'react';

/**
 * What each part of a long list is to show of a value: the newest reaches one part after the other, each in a task of its own, so that
 * presses and scrolling come between. Of parts that are new, one is answered at a time; the others follow.
 */
export function useInParts<Value>(value: Value, parts: number): readonly Value[] {
  const [reached, setReached] = useState<readonly Value[]>([]);
  const there = reached.slice(0, parts);
  const behind = there.findIndex((one) => one !== value);
  const next = behind === -1 ? there.length : behind;
  useEffect(() => {
    if (next >= parts) return;
    const timer = window.setTimeout(() => setReached((all) => [...all.slice(0, next), value, ...all.slice(next + 1, parts)]));
    return () => window.clearTimeout(timer);
  }, [value, next, parts]);
  return there.length < parts ? [...there, value] : there;
}
