/**
 * The remaining time of a call. At its time-out, Lambda ends a function without a response, and a counted daily use is not refunded. So
 * every request with a time-out gets the remaining milliseconds, minus the time for our response.
 */
import { AppError } from '#shared/errors.ts';

/** Time reserved for settling the daily use and sending the response. */
const reserveMs = 2_000;

/** The error of a call whose time is over. */
export const tookTooLong = () => new AppError('VendorTimeout', { message: 'This took too long and was stopped. Please try again.' });

export type Deadline = {
  /**
   * Returns the milliseconds left for a piece of work, if other work of `laterMs` must follow it.
   * @throws AppError VendorTimeout if no time is left.
   */
  leftMs(laterMs?: number): number;
};

/**
 * After this time, API Gateway responds 503, even if the function still runs. A cold start is part of this time, but not of the function's
 * time-out.
 */
const gatewayMsMax = 30_000;

/**
 * @param remainingMs returns Lambda's remaining time until the function's time-out.
 * @param receivedMs when API Gateway received the call, in milliseconds since 1970.
 */
export const deadlineOf = (remainingMs: () => number, receivedMs: number, nowMs: () => number = Date.now): Deadline => ({
  leftMs(laterMs = 0) {
    const left = Math.min(remainingMs(), receivedMs + gatewayMsMax - nowMs()) - reserveMs - laterMs;
    if (left <= 0) throw tookTooLong();
    return left;
  },
});
