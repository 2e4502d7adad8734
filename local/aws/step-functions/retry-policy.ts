import type { Catcher, Retrier } from './definition.ts';
import type { StateError } from './errors.ts';

const intervalSecondsDefault = 1;
const backoffRateDefault = 2;
const maxAttemptsDefault = 3;

/** No wildcard matches these errors; the second one can still be listed by name. */
const neverHandled = 'States.Runtime';
const handledByNameOnly = 'States.DataLimitExceeded';

function matches(names: string[], error: StateError): boolean {
  if (error.name === neverHandled) return false;
  if (names.includes(error.name)) return true;
  if (error.name === handledByNameOnly) return false;
  return names.includes('States.ALL') || (names.includes('States.TaskFailed') && error.name !== 'States.Timeout');
}

export const catcherFor = (catchers: Catcher[] = [], error: StateError): Catcher | undefined =>
  catchers.find(({ ErrorEquals }) => matches(ErrorEquals, error));

/** How often each retrier was used in one visit of a state; each retrier counts separately. */
export type RetriesUsed = Map<Retrier, number>;

/**
 * Counts a retry and returns the delay before it.
 * @returns seconds, or undefined if the first matching retrier has no retries left
 */
export function takeRetry(
  retriers: Retrier[] = [],
  error: StateError,
  { used, random }: { used: RetriesUsed; random: () => number },
): number | undefined {
  const retrier = retriers.find(({ ErrorEquals }) => matches(ErrorEquals, error));
  if (!retrier) return undefined;
  const before = used.get(retrier) ?? 0;
  if (before >= (retrier.MaxAttempts ?? maxAttemptsDefault)) return undefined;
  used.set(retrier, before + 1);
  const backedOff = (retrier.IntervalSeconds ?? intervalSecondsDefault) * (retrier.BackoffRate ?? backoffRateDefault) ** before;
  const seconds = Math.min(backedOff, retrier.MaxDelaySeconds ?? Number.POSITIVE_INFINITY);
  return retrier.JitterStrategy === 'FULL' ? random() * seconds : seconds;
}
