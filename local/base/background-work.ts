/**
 * Tracks promises that their callers do not await. `waitForAll()` waits until all tracked promises have settled, so that a test can then
 * delete its directory.
 */
export function createBackgroundWork() {
  const running = new Set<Promise<unknown>>();
  return {
    track<Value>(work: Promise<Value>): Promise<Value> {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
      return tracked;
    },
    async waitForAll(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
