/**
 * Decides whether to order a video again. Another attempt is made only after a transient failure, and never while an earlier attempt may
 * still succeed.
 */
import { codesOf, type ErrorCode } from '../errors.ts';

/** Maximum number of attempts (vendor orders) for one item, including the first attempt. */
export const attemptsMax = 3;
/**
 * The pause before the second attempt is at most 2 s, and the pause before the third attempt is at most 6 s. Each pause is a random time
 * between 50 % and 100 % of this maximum, so that parallel items do not retry at the same time.
 */
const firstPauseSeconds = 2;
const pauseGrowth = 3;

/**
 * Transient failures of the vendor. ResultUnavailable is not in the list: after this failure, the result is downloaded again, but not
 * ordered again.
 */
export const transientCodes: readonly ErrorCode[] = codesOf('vendor-busy').filter((code) => code !== 'ResultUnavailable');

/** State of an item's latest attempt. */
export type LatestAttempt = {
  /** Number of attempts, including this one. */
  attempts?: number;
  /** Time of the intent to order. It is set while the vendor may have accepted this attempt, and removed if the vendor rejects it. */
  intentAt?: string;
  outcome?: { status: 'ready' } | { status: 'failed'; code: ErrorCode };
};

/**
 * Returns the action after a failed step. `keep-waiting` means that no new order is made, because an attempt has succeeded or may still
 * succeed.
 */
export function decideNextAction({ attempts = 0, intentAt, outcome }: LatestAttempt): 'order-again' | 'keep-waiting' | 'give-up' {
  if (outcome?.status === 'ready') return 'keep-waiting';
  if (outcome && !transientCodes.includes(outcome.code)) return 'give-up';
  if (!outcome && intentAt) return 'keep-waiting';
  return attempts < attemptsMax ? 'order-again' : 'give-up';
}

/** Returns the pause before the next attempt in whole seconds. `jitter` is from 0 to 1. */
export function backoffSeconds(attempts: number, jitter: number): number {
  const pauseSecondsMax = firstPauseSeconds * pauseGrowth ** Math.max(attempts - 1, 0);
  return Math.max(1, Math.round(pauseSecondsMax * (0.5 + jitter / 2)));
}

/**
 * Returns the number of all retries (docs/spec.md 5.5). `retryCount` is the number of manual retries. Each attempt after the first one is
 * an automatic retry.
 */
export const totalRetryCountOf = ({ retryCount = 0, attempts = 0 }: { retryCount?: number; attempts?: number }): number =>
  retryCount + Math.max(attempts - 1, 0);
