/** Retries repeatable calls, and waits for a network. */
import { backOffMs, mayRepeat } from './api.ts';

const defaultAttemptsMax = 4;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type RetryOptions = {
  /** Maximum number of calls, including the first. */
  triesMax?: number;
  isTransient?: (error: unknown) => boolean;
  wait?: (ms: number) => Promise<void>;
};

/** Repeats a call until it succeeds or fails permanently, by default at most four calls. Each pause is doubled and starts with 1 s. */
export async function retryCall<Answer>(
  call: () => Promise<Answer>,
  { triesMax = defaultAttemptsMax, isTransient = mayRepeat, wait = sleep }: RetryOptions = {},
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt + 1 >= triesMax || !isTransient(error)) throw error;
      await wait(backOffMs(attempt));
    }
  }
}

/** Waits `ms` milliseconds, and longer if there is no network. Resolves early if the network returns, and rejects after an abort. */
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
