/** Trying again: calls that may be repeated, and the wait for a network. */
import { backOffMs, mayRepeat } from './api.ts';

const defaultTriesMax = 4;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Patience = {
  /** Calls in all. */
  triesMax?: number;
  isTransient?: (error: unknown) => boolean;
  wait?: (ms: number) => Promise<void>;
};

/** Makes a call until it is answered, four times at most; the pause between two calls is a second, and doubles. */
export async function insist<Answer>(
  call: () => Promise<Answer>,
  { triesMax = defaultTriesMax, isTransient = mayRepeat, wait = sleep }: Patience = {},
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

/** Waits so many milliseconds, or for the network where there is none; ends at once when it comes back. Rejects when stopped. */
export function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => navigator.onLine && end(resolve), ms);
    const online = () => end(resolve);
    const stopped = () => end(() => reject(signal.reason));
    function end(settle: () => void) {
      window.clearTimeout(timer);
      window.removeEventListener('online', online);
      signal.removeEventListener('abort', stopped);
      settle();
    }
    window.addEventListener('online', online);
    signal.addEventListener('abort', stopped);
    if (signal.aborted) stopped();
  });
}
