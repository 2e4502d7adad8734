import type { Catcher, Retrier } from './definition.ts';
import type { StateError } from './errors.ts';

const intervalSecondsDefault = 1;
const backoffRateDefault = 2;
const maxAttemptsDefault = 3;

/**
 * The names States.ALL and States.TaskFailed do not match these two errors. A retrier or catcher can match the second error by its exact
 * name, but can never match the first error.
 */
const unhandledError = 'States.Runtime';
const errorHandledByName = 'States.DataLimitExceeded';

function matches(names: string[], error: StateError): boolean {
  if (error.name === unhandledError) return false;
  if (names.includes(error.name)) return true;
  if (error.name === errorHandledByName) return false;
  return names.includes('States.ALL') || (names.includes('States.TaskFailed') && error.name !== 'States.Timeout');
}

export const catcherFor = (catchers: Catcher[] = [], error: StateError): Catcher | undefined =>
  catchers.find(({ ErrorEquals }) => matches(ErrorEquals, error));

/** The number of retries of each retrier (an entry of Retry) during one visit of a state. */
export type RetriesUsed = Map<Retrier, number>;

/**
 * Counts a retry and returns the delay before it in seconds. Returns undefined if no retrier matches, or if the first matching retrier has
 * no retries left.
 */
export function takeRetry(
  retriers: Retrier[] = [],
  error: StateError,
  { retriesUsed, random }: { retriesUsed: RetriesUsed; random: () => number },
): number | undefined {
  const retrier = retriers.find(({ ErrorEquals }) => matches(ErrorEquals, error));
  if (!retrier) return undefined;
  const retryCount = retriesUsed.get(retrier) ?? 0;
  if (retryCount >= (retrier.MaxAttempts ?? maxAttemptsDefault)) return undefined;
  retriesUsed.set(retrier, retryCount + 1);
  const backoffSeconds = (retrier.IntervalSeconds ?? intervalSecondsDefault) * (retrier.BackoffRate ?? backoffRateDefault) ** retryCount;
  const seconds = Math.min(backoffSeconds, retrier.MaxDelaySeconds ?? Number.POSITIVE_INFINITY);
  return retrier.JitterStrategy === 'FULL' ? random() * seconds : seconds;
}
