/**
 * Daily limits per person for work that is free or is sold at cost price (docs/spec.md 20.3; docs/decisions/019). Days are UTC days. The
 * limits `neverPaid` are for persons who have never paid. Such a person costs us at most `neverPaidDayMils` per day.
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
  | 'finish'
  | 'package'
  | 'analyze'
  | 'evaluate'
  | 'runJudgement'
  | 'export'
  | 'upload'
  | 'uploadBytes'
  | 'doneMail'
  | 'autoTopUp'
  | 'topUpMail'
  | 'check'
  | 'quote'
  | 'productImport';

/** Limits for persons who have never paid, and for persons who have paid. */
export type Limits = { neverPaid: number; paid: number };
export type Tier = keyof Limits;

const megabyte = 1024 * 1024;

export const dailyLimits: Record<DailyUse, Limits> = {
  /** With this limit, a person who has paid can write all prompts of two full batches twice. */
  aiWrite: { neverPaid: 40, paid: 400 },
  /** A use costs us only computing time. The limits are enough for one full batch (never paid) or ten full batches (paid). */
  preprocess: { neverPaid: 100, paid: 1000 },
  /** This call is the most expensive one of this table. Extensions inside a batch do not count here. */
  outpaint: { neverPaid: 3, paid: 50 },
  /** A use costs us only the computing time to encode the clip again. */
  crop: { neverPaid: 20, paid: 200 },
  /** These edits are charged at cost price. */
  photoEdit: { neverPaid: 20, paid: 200 },
  /** Counts all opened payment pages. A seller needs fewer pages than this limit, but a person who tests many stolen cards needs more. */
  checkout: { neverPaid: 50, paid: 50 },
  /**
   * The number of times that the status of a payment is read from the vendor. If the payment never arrives, the page reads the status about
   * a hundred times.
   */
  paymentRead: { neverPaid: 1000, paid: 1000 },
  /** A use costs us computing time and one day of storage, at most 4 GB for each archive. */
  download: { neverPaid: 20, paid: 50 },
  /**
   * Files for marketplaces. A use costs us about a minute of computing time and 30 days of storage. The limits are enough for a few results
   * (never paid), or for five placements of a full batch (paid).
   */
  finish: { neverPaid: 20, paid: 500 },
  /**
   * Files in packages. A use costs us 30 days of storage, usually of 5 to 30 MB. The limits are enough to pack each finished file of a day
   * five times.
   */
  package: { neverPaid: 100, paid: 2500 },
  analyze: { neverPaid: 8, paid: 100 },
  /** Evaluations by the single call. The limits are enough for a few runs. */
  evaluate: { neverPaid: 20, paid: 450 },
  /** Evaluations inside before/after runs. The limits are enough for three runs (never paid) or about a hundred runs (paid). */
  runJudgement: { neverPaid: 30, paid: 2000 },
  /** A use reads all data of an account, and stores a file for one day. */
  export: { neverPaid: 5, paid: 10 },
  /** Counts upload permissions, pictures inside requests, and copies from the image host. A busy seller adds 2,000 photos a day. */
  upload: { neverPaid: 500, paid: 6000 },
  /** The limits are enough for a hundred photos of 8 MB and their frames (never paid), or for 2,500 photos of 8 MB (paid). */
  uploadBytes: { neverPaid: 1024 * megabyte, paid: 20 * 1024 * megabyte },
  /** Mails about ended work. Above the limit, work ends without a mail. */
  doneMail: { neverPaid: 50, paid: 50 },
  /** Attempts of automatic top-ups. A person who tests many stolen cards needs more than this limit. */
  autoTopUp: { neverPaid: 3, paid: 20 },
  /** The mail about each attempt, and one mail per month about the limit. */
  topUpMail: { neverPaid: 10, paid: 50 },
  /** A use costs us at most 0.4 cents of computing time. The limits are enough for two (never paid) or ten full batches (paid). */
  check: { neverPaid: 200, paid: 1000 },
  /** A use reads the first bytes of up to 2,000 photos, and stores a file of at most 6 MB for 60 days. */
  quote: { neverPaid: 20, paid: 200 },
  /** Products of all imports, changed or not. A use costs us a few writes. The limits are enough to import a full sheet several times. */
  productImport: { neverPaid: 20_000, paid: 100_000 },
};

/**
 * Maximum number of attempts for each allowed use. An attempt that the vendor did not bill does not count as a use. The limit on attempts
 * also stops a call that always fails.
 */
export const attemptsPerUse = 2;

/** Our cost of one use. A use that is not in this list costs nothing. Photo edits are items, so `vendorWorkLimits` counts them. */
export const usePrices: Partial<Record<DailyUse, Mils>> = {
  aiWrite: vendorPrices.prompt,
  outpaint: vendorPrices.outpaint,
  analyze: vendorPrices.judgement,
  evaluate: vendorPrices.judgement,
  runJudgement: vendorPrices.judgement,
};

/**
 * Maximum cost per day that the items of one person may cause us, at list prices (docs/spec.md 20.4).
 * - `neverPaid` is for persons who have never paid. It counts every vendor request that may be billed, for delivered and undelivered items.
 * - `paid` is for persons who have paid. It counts every vendor request for an item.
 * - `unpaid` is also for persons who have paid. It counts requests for items that failed or were cancelled. Above this limit, no request is
 *   made.
 * - `cancelled` counts requests for items that were cancelled while the vendor worked. Above this limit, such items cannot be cancelled.
 */
export const vendorWorkLimits = { neverPaid: 4_300, paid: 1_000_000, unpaid: 25_000, cancelled: 10_000 } as const satisfies Record<
  string,
  Mils
>;

/** Returns our cost on a day on which each of these uses reaches its limit. */
export const helpersDayMils = (tier: Tier): Mils =>
  Object.entries(usePrices).reduce((sum, [use, mils]) => sum + mils * dailyLimits[use as DailyUse][tier], 0);

/** Highest daily cost of a person who has never paid: at most five dollars. */
export const neverPaidDayMils = (): Mils => helpersDayMils('neverPaid') + vendorWorkLimits.neverPaid;

/** Returns the UTC date, for example `2026-11-21`. */
export const utcDate = (now: Date): string => now.toISOString().slice(0, 10);
