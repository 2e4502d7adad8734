/**
 * A clock for tests. The time changes only if a test advances the clock. Each step advances the time to the end of the next pending `sleep`
 * call.
 */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';

type PendingSleep = { wakeAtMs: number; resolve: () => void };

export type ManualClock = Clock & {
  /** Waits until all pending promise callbacks have run. Does not change the time. */
  runPendingCallbacks(): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Ends one pending `sleep` call after another until the promise has a result or an error. */
  advanceUntil<Value>(promise: Promise<Value>): Promise<Value>;
  /** Returns the number of pending `sleep` calls. The number must be 0 when a test ends. */
  pendingSleepCount(): number;
};

export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  const pendingSleeps = new Set<PendingSleep>();
  const findEarliest = () => [...pendingSleeps].sort((a, b) => a.wakeAtMs - b.wakeAtMs)[0];
  const runPendingCallbacks = () => setImmediate(undefined);
  const endSleep = async (pendingSleep: PendingSleep) => {
    now = Math.max(now, pendingSleep.wakeAtMs);
    pendingSleeps.delete(pendingSleep);
    pendingSleep.resolve();
    await runPendingCallbacks();
  };
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const pendingSleep = { wakeAtMs: now + ms, resolve };
      pendingSleeps.add(pendingSleep);
      signal.addEventListener('abort', () => {
        pendingSleeps.delete(pendingSleep);
        reject(signal.reason);
      });
      return promise;
    },
    runPendingCallbacks,
    async advance(ms) {
      const endMs = now + ms;
      await runPendingCallbacks();
      for (let next = findEarliest(); next && next.wakeAtMs <= endMs; next = findEarliest()) await endSleep(next);
      now = endMs;
      await runPendingCallbacks();
    },
    async advanceUntil(promise) {
      let isSettled = false;
      promise.then(
        () => (isSettled = true),
        () => (isSettled = true),
      );
      for (await runPendingCallbacks(); !isSettled; ) {
        const next = findEarliest();
        if (!next) throw new Error('No sleep call is pending, but the promise has not settled');
        await endSleep(next);
      }
      return promise;
    },
    pendingSleepCount: () => pendingSleeps.size,
  };
}
