/** Repeats failed API calls that may be repeated, and waits for a network. */
import { backOffMs, mayRepeat } from './api.ts';

const defaultAttemptsMax = 4;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type RetryOptions = {
  /** Maximum number of calls, including the first. */
  attemptsMax?: number;
  isTransient?: (error: unknown) => boolean;
  wait?: (ms: number) => Promise<void>;
};

/**
 * Repeats a call until it succeeds or fails permanently. By default, there are at most four calls. The first pause is 1 s, and each later
 * pause is twice as long.
 */
export async function retryCall<Value>(
  call: () => Promise<Value>,
  { attemptsMax = defaultAttemptsMax, isTransient = mayRepeat, wait = sleep }: RetryOptions = {},
): Promise<Value> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt + 1 >= attemptsMax || !isTransient(error)) throw error;
      await wait(backOffMs(attempt));
    }
  }
}

/**
 * Waits `ms` milliseconds. If the page is offline at the end of this time, waits until it is online again. If the page comes online during
 * this time, the wait ends immediately. Rejects after an abort.
 */
export function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => navigator.onLine && end(resolve), ms);
    const onOnline = () => end(resolve);
    const onAbort = () => end(() => reject(signal.reason));
    function end(complete: () => void) {
      window.clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', onAbort);
      complete();
    }
    window.addEventListener('online', onOnline);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
