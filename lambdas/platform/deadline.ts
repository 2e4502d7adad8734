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

/** After this time API Gateway answers 503, whatever the function does. A cold start counts here, and not in the function's time-out. */
const gatewayMsMax = 30_000;

/**
 * @param remainingMs Lambda's own count until the function's time-out.
 * @param receivedMs when API Gateway received the call, in milliseconds since 1970.
 */
export const deadlineOf = (remainingMs: () => number, receivedMs: number, nowMs: () => number = Date.now): Deadline => ({
  leftMs(laterMs = 0) {
    const left = Math.min(remainingMs(), receivedMs + gatewayMsMax - nowMs()) - reserveMs - laterMs;
    if (left <= 0) throw tookTooLong();
    return left;
  },
});
