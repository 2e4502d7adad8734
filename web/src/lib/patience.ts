/** Retries repeatable calls, and waits for a network. */
import { backOffMs, mayRepeat } from './api.ts';

const defaultTriesMax = 4;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Patience = {
  /** Maximum number of calls, including the first. */
  triesMax?: number;
  isTransient?: (error: unknown) => boolean;
  wait?: (ms: number) => Promise<void>;
};

/** Repeats a call until it succeeds or fails permanently, by default at most four calls. Each pause is doubled and starts with 1 s. */
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

/** Waits `ms` milliseconds, and longer if there is no network. Resolves early if the network returns, and rejects after an abort. */
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
