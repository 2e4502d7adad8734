/** How often a video is ordered, and when again: only where the vendor's trouble may pass, and never while an order may still stand. */
import { codesOf, type ErrorCode } from '../errors.ts';

/** Three orders in all, however they failed. */
export const attemptsMax = 3;
/** 2 and then 6 seconds, each drawn by lot from its upper half, so that five items do not come back at once. */
const firstPauseSeconds = 2;
const pauseGrowth = 3;

/** The vendor's own transient failures. A result that could not be fetched is fetched again, not made again. */
export const transientCodes: readonly ErrorCode[] = codesOf('vendor-busy').filter((code) => code !== 'ResultUnavailable');

/** What is known of an item's newest order. */
export type Order = {
  /** How often it was ordered, this time included. */
  attempts?: number;
  /** Stands while the order may have been taken; a refused one leaves none. */
  intentAt?: string;
  outcome?: { status: 'ready' } | { status: 'failed'; code: ErrorCode };
};

/** After a transient failure: order again, wait on for the order that stands, or give up. */
export function decideNextAction({ attempts = 0, intentAt, outcome }: Order): 'order-again' | 'wait-on' | 'give-up' {
  if (outcome?.status === 'ready') return 'wait-on';
  if (outcome && !transientCodes.includes(outcome.code)) return 'give-up';
  if (!outcome && intentAt) return 'wait-on';
  return attempts < attemptsMax ? 'order-again' : 'give-up';
}

/** Whole seconds before the order after this many; `lot` is from 0 to 1. */
export function backoffSeconds(attempts: number, lot: number): number {
  const most = firstPauseSeconds * pauseGrowth ** Math.max(attempts - 1, 0);
  return Math.max(1, Math.round(most * (0.5 + lot / 2)));
}

/** How often an item was tried before, by hand or by the machine (Q41). */
export const retryCountOf = ({ retryCount = 0, attempts = 0 }: { retryCount?: number; attempts?: number }): number =>
  retryCount + Math.max(attempts - 1, 0);
