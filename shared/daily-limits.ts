/**
 * How often a person may do each day what is free, or leaves us nothing (Q11, Q13, Q18; docs/decisions/019). Days are those of UTC. Who
 * has never paid has the first limit: all that is billed to us for one such person in a day stays below `neverPaidDayMils`.
 */
import { type Mils, vendorPrices } from './vendor-prices.ts';

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
  | 'evaluate'
  | 'runJudgement'
  | 'uploadBytes';

/** Limits of two kinds of accounts. */
export type Limits = { neverPaid: number; paid: number };
export type Tier = keyof Limits;

const megabyte = 1024 * 1024;

export const dailyLimits: Record<DailyUse, Limits> = {
  /** A newcomer's dozens; two full batches of a hundred cards, written twice over. */
  aiWrite: { neverPaid: 40, paid: 400 },
  /** Computing time only: each card of one, or of ten full batches, once. */
  preprocess: { neverPaid: 100, paid: 1000 },
  /** The one helper that is dear. A newcomer's videos are extended by the batch, which counts elsewhere. */
  outpaint: { neverPaid: 3, paid: 50 },
  /** Computing time: a clip is encoded again. */
  crop: { neverPaid: 20, paid: 200 },
  /** Paid for, but without a margin (Q12). */
  photoEdit: { neverPaid: 20, paid: 200 },
  /** Counts opened payment pages, paid or not: more than a seller needs, but few for testing stolen cards. */
  checkout: { neverPaid: 50, paid: 50 },
  /** How a payment stands, asked of its vendor: the page asks about a hundred times for one that never comes. */
  paymentRead: { neverPaid: 1000, paid: 1000 },
  /** Computing time and a day's storage, 4 GB at most each. */
  download: { neverPaid: 20, paid: 50 },
  analyze: { neverPaid: 8, paid: 100 },
  /** By hand: some runs' worth. */
  evaluate: { neverPaid: 20, paid: 450 },
  /** What before/after runs ask their judge: a newcomer's first three or more runs; a hundred runs. */
  runJudgement: { neverPaid: 30, paid: 2000 },
  /** A hundred photos of 8 MB and their frames; a dozen such batches. */
  uploadBytes: { neverPaid: 1024 * megabyte, paid: 10 * 1024 * megabyte },
};

/**
 * Tries for each use that a day allows. A try that surely was not billed gives its use back, but remains a try: so no failure can be
 * repeated without end.
 */
export const attemptsPerUse = 2;

/** What a use of a helper costs us; nothing for those that are not named. The items that an edit is of count by themselves. */
export const usePrices: Partial<Record<DailyUse, Mils>> = {
  aiWrite: vendorPrices.prompt,
  outpaint: vendorPrices.outpaint,
  analyze: vendorPrices.judgement,
  evaluate: vendorPrices.judgement,
  runJudgement: vendorPrices.judgement,
};

/**
 * What the items of a person's orders may cost us in a day, by list prices.
 * - `neverPaid` counts every request for an item that the vendor may bill, delivered or not.
 * - `unpaid` counts, for an account that has paid, requests for items that were cancelled or failed: beyond it no new one is placed.
 * - `cancelled` counts requests for items that were cancelled when the vendor had them: beyond it such an item goes on.
 */
export const vendorWorkLimits = { neverPaid: 4_300, unpaid: 25_000, cancelled: 10_000 } as const satisfies Record<string, Mils>;

/** All helpers of a day, each used as often as it may be. */
export const helpersDayMils = (tier: Tier): Mils =>
  Object.entries(usePrices).reduce((sum, [use, mils]) => sum + mils * dailyLimits[use as DailyUse][tier], 0);

/** What one person who has never paid can cost us in a day: at most five dollars. */
export const neverPaidDayMils = (): Mils => helpersDayMils('neverPaid') + vendorWorkLimits.neverPaid;

/** The UTC day of a moment, as `2026-11-21`. */
export const utcDate = (now: Date): string => now.toISOString().slice(0, 10);
