/** How long a video is waited for, and how often it is asked about (SPEC 4 'every 15 s up to 40 times'; checklist M3; Q32). */

export const pollEverySeconds = 15;
export const pollsMax = 40;
/** Ten minutes of the vendor's own work, counted from when it was first seen working. */
export const workSecondsMax = pollEverySeconds * pollsMax;
/** Half an hour in all, for a vendor's queue has no end of its own. */
export const waitSecondsMax = 30 * 60;
/** Where the vendor's webhook reaches us most videos need no poll at all: the first look comes when one is overdue. */
export const firstWaitWithWebhookSeconds = 180;

type Waited = {
  sinceOrder: number;
  /** Undefined while the vendor has not been seen working. */
  sinceWork: number | undefined;
  /**
   * No request id is known to ask about: nobody knows whether the vendor took the order. A report, if there ever is one, comes by
   * webhook within the time that the work may take; a video that comes later still is attached, and not charged.
   */
  isInDoubt: boolean;
};

/** Whether a video is given up, by the seconds since its order and since the vendor was first seen working on it. */
export const isOverdue = ({ sinceOrder, sinceWork, isInDoubt }: Waited): boolean =>
  sinceOrder >= (isInDoubt ? workSecondsMax : waitSecondsMax) || (sinceWork !== undefined && sinceWork >= workSecondsMax);
