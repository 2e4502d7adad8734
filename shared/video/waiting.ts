/** Time limits and poll interval of a video (docs/spec.md 5.7). */

export const pollEverySeconds = 15;
export const pollsMax = 40;
/** Ten minutes of vendor work, from the first sign of work. */
export const workSecondsMax = pollEverySeconds * pollsMax;
/** Half an hour in total, because a vendor's queue has no time limit. */
export const waitSecondsMax = 30 * 60;
/** If the vendor's webhook can reach us, most videos need no poll. So the first poll starts only when a report is overdue. */
export const firstWaitWithWebhookSeconds = 180;

type Waited = {
  sinceOrder: number;
  /** Undefined before the first sign of vendor work. */
  sinceWork: number | undefined;
  /**
   * The request id is unknown, so it is also unknown whether the vendor accepted the order. A report would arrive by webhook within
   * the work time. A later video is attached without a charge.
   */
  isInDoubt: boolean;
};

/** Whether the wait for a video ends. Both times are in seconds: since its order, and since the first sign of vendor work. */
export const isOverdue = ({ sinceOrder, sinceWork, isInDoubt }: Waited): boolean =>
  sinceOrder >= (isInDoubt ? workSecondsMax : waitSecondsMax) || (sinceWork !== undefined && sinceWork >= workSecondsMax);
