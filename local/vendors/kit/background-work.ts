/** Work that nobody awaits where it starts; stop() awaits all of it, so that nothing writes after the directory is gone. */
export function createBackgroundWork() {
  const underWay = new Set<Promise<unknown>>();
  return {
    track<Value>(work: Promise<Value>): Promise<Value> {
      const ended = work.finally(() => underWay.delete(ended));
      underWay.add(ended);
      return ended;
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
