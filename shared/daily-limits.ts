/**
 * Daily limits per person for work that is free or has no margin (docs/spec.md 20.3; docs/decisions/019). Days are UTC days.
 * The limits `neverPaid` are for persons without a payment. Each of them costs us at most `neverPaidDayMils` a day.
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

/** Limits of accounts without a payment and with one. */
export type Limits = { neverPaid: number; paid: number };
export type Tier = keyof Limits;

const megabyte = 1024 * 1024;

export const dailyLimits: Record<DailyUse, Limits> = {
  /** Some dozens for a new person. With a payment: two full batches of a hundred cards, each prompt written twice. */
  aiWrite: { neverPaid: 40, paid: 400 },
  /** Costs computing time only. Enough for each card of one full batch, or of ten, once. */
  preprocess: { neverPaid: 100, paid: 1000 },
  /** The only expensive helper. Extensions inside a batch do not count here. */
  outpaint: { neverPaid: 3, paid: 50 },
  /** Costs computing time only: the clip is encoded again. */
  crop: { neverPaid: 20, paid: 200 },
  /** Charged, but without a margin. */
  photoEdit: { neverPaid: 20, paid: 200 },
  /** Counts opened payment pages, paid or not. More than a seller needs, but few for testing stolen cards. */
  checkout: { neverPaid: 50, paid: 50 },
  /** Status of a payment, read from its vendor. The page reads it about a hundred times if the payment never arrives. */
  paymentRead: { neverPaid: 1000, paid: 1000 },
  /** Costs computing time and one day of storage, at most 4 GB each. */
  download: { neverPaid: 20, paid: 50 },
  analyze: { neverPaid: 8, paid: 100 },
  /** Manual evaluations, enough for a few runs. */
  evaluate: { neverPaid: 20, paid: 450 },
  /** Evaluations inside before/after runs. Enough for three or more runs of a new person, and for a hundred with a payment. */
  runJudgement: { neverPaid: 30, paid: 2000 },
  /** A hundred photos of 8 MB and their frames. With a payment: a dozen of these batches. */
  uploadBytes: { neverPaid: 1024 * megabyte, paid: 10 * 1024 * megabyte },
};

/**
 * Attempts per allowed use. An attempt that was certainly not billed returns its use, but still counts as an attempt. So a failing
 * call cannot be repeated without limit.
 */
export const attemptsPerUse = 2;

/** Our cost of one helper use; a missing helper costs nothing. Photo edits are items and are counted by `vendorWorkLimits`. */
export const usePrices: Partial<Record<DailyUse, Mils>> = {
  aiWrite: vendorPrices.prompt,
  outpaint: vendorPrices.outpaint,
  analyze: vendorPrices.judgement,
  evaluate: vendorPrices.judgement,
  runJudgement: vendorPrices.judgement,
};

/**
 * Maximum daily cost of a person's items for us, by list prices (docs/spec.md 20.4).
 * - `neverPaid` counts every vendor request for an item that may be billed, delivered or not.
 * - `unpaid` counts requests for items that failed or were cancelled, for accounts with a payment. Above it, no request is placed.
 * - `cancelled` counts requests for items that were cancelled while the vendor worked. Above it, such items cannot be cancelled.
 */
export const vendorWorkLimits = { neverPaid: 4_300, unpaid: 25_000, cancelled: 10_000 } as const satisfies Record<string, Mils>;

/** Our cost of a day if each helper is used up to its limit. */
export const helpersDayMils = (tier: Tier): Mils =>
  Object.entries(usePrices).reduce((sum, [use, mils]) => sum + mils * dailyLimits[use as DailyUse][tier], 0);

/** Highest daily cost of a person without a payment: at most five dollars. */
export const neverPaidDayMils = (): Mils => helpersDayMils('neverPaid') + vendorWorkLimits.neverPaid;

/** Returns the UTC date, for example `2026-11-21`. */
export const utcDate = (now: Date): string => now.toISOString().slice(0, 10);
