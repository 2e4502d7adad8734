/**
 * Tracks work that its caller does not await. `settled()` waits until all this work has ended, so that no work writes after the directory
 * is deleted.
 */
export function createBackgroundWork() {
  const running = new Set<Promise<unknown>>();
  return {
    track<Value>(work: Promise<Value>): Promise<Value> {
      const ended = work.finally(() => running.delete(ended));
      running.add(ended);
      return ended;
    },
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
