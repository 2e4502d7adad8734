/**
 * Tracks work that its caller does not await. `waitForAll()` waits until all this work has ended. A test can then delete the directory.
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
