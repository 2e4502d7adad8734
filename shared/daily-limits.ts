/** What is free has an end each day, for each user; days are those of UTC (Q11, Q13; DESIGN 6 'step calls'). */

export type DailyUse = 'aiWrite' | 'preprocess' | 'outpaint' | 'crop' | 'analyze' | 'evaluate';

export const dailyLimits: Record<DailyUse, number> = {
  /** Two full batches of a hundred cards, every card written twice over; about half a dollar at the vendor. */
  aiWrite: 400,
  /** Costs computing time only: each card of ten full batches, once. */
  preprocess: 1000,
  /** The one helper that is dear: four cents each at the vendor, so two dollars. */
  outpaint: 50,
  /** Computing time again, and more of it: a clip is encoded anew. */
  crop: 200,
  /** A tenth of a cent each at the vendor; a run's own are not counted, for its images are paid for. */
  analyze: 100,
  /** A tenth of a cent each: ten whole runs, judged by hand. */
  evaluate: 450,
};

/** The UTC day of a moment, as `2026-11-21`. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
