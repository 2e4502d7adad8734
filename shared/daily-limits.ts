/** What is free, or leaves us nothing, has an end each day, for each user; days are those of UTC (Q11, Q13, Q18; DESIGN 6 'step calls'). */

export type DailyUse =
  | 'aiWrite'
  | 'preprocess'
  | 'outpaint'
  | 'crop'
  | 'photoEdit'
  | 'checkout'
  | 'paymentRead'
  | 'download'
  | 'analyze'
  | 'evaluate';

export const dailyLimits: Record<DailyUse, number> = {
  /** Two full batches of a hundred cards, every card written twice over; about half a dollar at the vendor. */
  aiWrite: 400,
  /** Costs computing time only: each card of ten full batches, once. */
  preprocess: 1000,
  /** The one helper that is dear: four cents each at the vendor, so two dollars. */
  outpaint: 50,
  /** Computing time again, and more of it: a clip is encoded anew. */
  crop: 200,
  /** Paid for, yet with no margin: at most twenty dollars at the vendor (Q12). */
  photoEdit: 200,
  /** A payment page is opened, paid or not: more than anybody buys, fewer than somebody needs who tries stolen cards. */
  checkout: 50,
  /** How a payment stands, asked of its vendor: the page asks about a hundred times for one that never comes. */
  paymentRead: 1000,
  /** Computing time and a day's storage, 4 GB at most each. */
  download: 50,
  /** A tenth of a cent each at the vendor; a run's own are not counted, for its images are paid for. */
  analyze: 100,
  /** A tenth of a cent each: ten whole runs, judged by hand. */
  evaluate: 450,
};

/** The UTC day of a moment, as `2026-11-21`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
