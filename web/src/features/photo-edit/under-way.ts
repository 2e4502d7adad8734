/** The order that is on its way to the server. It lives as long as the site is open, so that going to another page loses nothing. */
import { useEffect, useState } from 'react';

let underWay: string | undefined;
const listeners = new Set<() => void>();

export function setUnderWay(orderId: string | undefined): void {
  underWay = orderId;
  for (const listener of listeners) listener();
}

/**
 * The id of the order under way, if there is one. State like any other, so that it is drawn together with what became of the order:
 * a job that was refused is not asked for in between.
 */
export function useUnderWay(): string | undefined {
  const [orderId, setOrderId] = useState(underWay);
  useEffect(() => {
    const follow = () => setOrderId(underWay);
    follow();
    listeners.add(follow);
    return () => void listeners.delete(follow);
  }, []);
  return orderId;
}
