/** The clock of the engine. Tests use a manual clock, so that a test of a 30-minute time-out does not wait. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`. Rejects with the signal's reason if the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/** Maximum delay of a Node timer. A timer with a longer delay ends immediately. */
const timerMsMax = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let remainingMs = ms; remainingMs > 0; remainingMs -= timerMsMax) await sleepOnce(Math.min(remainingMs, timerMsMax), signal);
    signal.throwIfAborted();
  },
};

function sleepOnce(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const rejectSleep = () => reject(signal.reason);
  signal.addEventListener('abort', rejectSleep);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', rejectSleep);
  });
}
