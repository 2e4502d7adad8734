import type { Clock } from './clock.ts';
import type { Json } from './definition.ts';
import { StateError } from './errors.ts';
import type { TaskCallback } from './task-tokens.ts';

type Limits = { clock: Clock; signal: AbortSignal; timeoutSeconds: number | undefined };

/**
 * Runs a task until it has a result or an error, times out or is interrupted. Only the first of these events has an effect. At the end, the
 * signal that `start` received is always aborted.
 */
export async function withTimeout(
  { clock, signal, timeoutSeconds }: Limits,
  start: (callback: TaskCallback, taskEnd: AbortSignal) => void,
): Promise<Json> {
  signal.throwIfAborted();
  const end = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Json>();
  signal.addEventListener('abort', () => reject(signal.reason), { signal: end.signal });
  if (timeoutSeconds !== undefined) {
    const rejectWithTimeout = () => reject(new StateError('States.Timeout', `The task did not end within ${timeoutSeconds} seconds`));
    clock.sleep(timeoutSeconds * 1000, end.signal).then(rejectWithTimeout, () => undefined);
  }
  try {
    start({ resolve, reject }, end.signal);
    return await promise;
  } finally {
    end.abort();
  }
}
