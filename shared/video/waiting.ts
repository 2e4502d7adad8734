/** Time limits and poll interval of a video (docs/spec.md 5.7). */

export const pollIntervalSeconds = 15;
export const pollsMax = 40;
/** Maximum time that the vendor may work on an order: ten minutes from the first report of work. */
export const workSecondsMax = pollIntervalSeconds * pollsMax;
/** Maximum time since the order: half an hour. This limit is necessary, because the time in the queue of a vendor has no limit. */
export const waitSecondsMax = 30 * 60;
/**
 * The time before the first poll. If the vendor's webhook can reach us, most videos need no poll. So we make the first poll only when a
 * report is overdue.
 */
export const firstWaitWithWebhookSeconds = 180;

type WaitingTimes = {
  secondsSinceOrder: number;
  /** Seconds since the vendor first reported that it works on the order. Undefined before this report. */
  secondsSinceWork: number | undefined;
  /**
   * True if the request id is unknown. Then we do not know whether the vendor accepted the order. An accepted order normally sends its
   * report by webhook within the maximum work time. A video that arrives later is attached without a charge.
   */
  isInDoubt: boolean;
};

/** Returns whether the wait for a video must end. */
export const isOverdue = ({ secondsSinceOrder, secondsSinceWork, isInDoubt }: WaitingTimes): boolean =>
  secondsSinceOrder >= (isInDoubt ? workSecondsMax : waitSecondsMax) ||
  (secondsSinceWork !== undefined && secondsSinceWork >= workSecondsMax);
