/** A clock for tests: it moves only on request, from one sleeper to the next. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';

type Sleeper = { at: number; wake: () => void };

export type ManualClock = Clock & {
  /** Runs everything that needs no time. */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Wakes one sleeper after another until the promise settles. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
  /** Number of sleepers: 0 after a clean end. */
  sleeping(): number;
};

export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  const earliest = () => [...sleepers].sort((a, b) => a.at - b.at)[0];
  const settle = () => setImmediate(undefined);
  const wakeNext = async (sleeper: Sleeper) => {
    now = Math.max(now, sleeper.at);
    sleepers.delete(sleeper);
    sleeper.wake();
    await settle();
  };
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { at: now + ms, wake: resolve };
      sleepers.add(sleeper);
      signal.addEventListener('abort', () => {
        sleepers.delete(sleeper);
        reject(signal.reason);
      });
      return promise;
    },
    settle,
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let next = earliest(); next && next.at <= until; next = earliest()) await wakeNext(next);
      now = until;
      await settle();
    },
    async until(promise) {
      let settled = false;
      promise.then(
        () => (settled = true),
        () => (settled = true),
      );
      for (await settle(); !settled; ) {
        const next = earliest();
        if (!next) throw new Error('No sleeper is left, and the promise has not settled');
        await wakeNext(next);
      }
      return promise;
    },
    sleeping: () => sleepers.size,
  };
}
