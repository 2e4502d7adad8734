/**
 * The time that a call has left. Lambda ends a function at its time-out without any answer of ours, and a daily use that was taken
 * stays taken; so whatever waits within a call is given the milliseconds that remain, less what our own answer needs.
 */
import { AppError } from '#shared/errors.ts';

/** For settling the daily use and sending the answer. */
const reserveMs = 2_000;

/** A call ends with this error when its time is over. */
export const tookTooLong = () => new AppError('VendorTimeout', { message: 'This took too long and was stopped. Please try again.' });

export type Deadline = {
  /**
   * Milliseconds left for work after which `laterMs` more are needed.
   * @throws AppError VendorTimeout if none are left.
   */
  leftMs(laterMs?: number): number;
};

/** @param remainingMs Lambda's own count until the function's time-out. */
export const deadlineOf = (remainingMs: () => number): Deadline => ({
  leftMs(laterMs = 0) {
    const left = remainingMs() - reserveMs - laterMs;
    if (left <= 0) throw tookTooLong();
    return left;
  },
});
