/**
 * The remaining time of a call. If a function reaches its time-out, Lambda stops it before it can respond, and the counted daily use is
 * not subtracted again. So every request to a vendor may take only the remaining milliseconds, minus the time for our response.
 */
import { AppError } from '#shared/errors.ts';

/** Time reserved for the correction of the daily use and for the response. */
const reserveMs = 2_000;

/** Returns the error of a call that has no time left. */
export const callTimeoutError = () => new AppError('VendorTimeout', { message: 'This took too long and was stopped. Please try again.' });

export type Deadline = {
  /**
   * Returns the milliseconds that remain for the next work. `laterMs` milliseconds are reserved for the work after it.
   * @throws AppError VendorTimeout if no time is left.
   */
  leftMs(laterMs?: number): number;
};

/**
 * After this time, API Gateway responds 503, even if the function still runs. This time includes a cold start. The time-out of the function
 * does not include a cold start.
 */
const gatewayMsMax = 30_000;

/**
 * @param remainingMs returns the time until the time-out of the function.
 * @param receivedMs the time at which API Gateway received the call, in milliseconds since 1970.
 */
export const deadlineOf = (remainingMs: () => number, receivedMs: number, nowMs: () => number = Date.now): Deadline => ({
  leftMs(laterMs = 0) {
    const remaining = Math.min(remainingMs(), receivedMs + gatewayMsMax - nowMs()) - reserveMs - laterMs;
    if (remaining <= 0) throw callTimeoutError();
    return remaining;
  },
});
