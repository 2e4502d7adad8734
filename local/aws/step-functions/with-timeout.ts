import type { Clock } from './clock.ts';
import type { Json } from './definition.ts';
import { StateError } from './errors.ts';
import type { Settle } from './task-tokens.ts';

type Limits = { clock: Clock; signal: AbortSignal; timeoutSeconds: number | undefined };

/**
 * Runs a task until it settles, times out or is interrupted. The first of these counts; the others are ignored. The
 * signal passed to `start` always aborts at the end.
 */
export async function withTimeout(
  { clock, signal, timeoutSeconds }: Limits,
  start: (settle: Settle, ended: AbortSignal) => void,
): Promise<Json> {
  signal.throwIfAborted();
  const end = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Json>();
  signal.addEventListener('abort', () => reject(signal.reason), { signal: end.signal });
  if (timeoutSeconds !== undefined) {
    const timedOut = () => reject(new StateError('States.Timeout', `The task did not end within ${timeoutSeconds} seconds`));
    clock.sleep(timeoutSeconds * 1000, end.signal).then(timedOut, () => undefined);
  }
  try {
    start({ resolve, reject }, end.signal);
    return await promise;
  } finally {
    end.abort();
  }
}
