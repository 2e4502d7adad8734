/** What is free has an end each day, for each user; days are those of UTC (Q11, Q13, Q18; DESIGN 6 'step calls'). */

export type DailyUse = 'aiWrite' | 'preprocess' | 'outpaint' | 'crop' | 'checkout' | 'paymentRead';

export const dailyLimits: Record<DailyUse, number> = {
  /** Two full batches of a hundred cards, every card written twice over; about half a dollar at the vendor. */
  aiWrite: 400,
  /** Costs computing time only: each card of ten full batches, once. */
  preprocess: 1000,
  /** The one helper that is dear: four cents each at the vendor, so two dollars. */
  outpaint: 50,
  /** Computing time again, and more of it: a clip is encoded anew. */
  crop: 200,
  /** A payment page is opened, paid or not: more than anybody buys, fewer than somebody needs who tries stolen cards. */
  checkout: 50,
  /** How a payment stands, asked of its vendor: the page asks about a hundred times for one that never comes. */
  paymentRead: 1000,
};

/** The UTC day of a moment, as `2026-11-21`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
