/**
 * The functions that have a reserved part of the concurrency quota (decision 033). A reservation guarantees a number of concurrent runs of
 * the function. The same number is the maximum.
 */
import type { Settings } from '../settings.ts';
import type { FunctionSpec } from './spec.ts';

/** If one of these functions is throttled for a long time, paid work or a payment is lost or arrives late. */
const guaranteed: Record<string, number> = {
  'batch/capture-item': 50,
  'batch/release-item': 20,
  'pipeline/capture-image': 10,
  'pipeline/release-image': 10,
  'credits/receive-stripe-webhook': 10,
  'video/receive-fal-webhook': 20,
  // fal runs at most 40 videos at the same time.
  'video/store-result': 40,
  'video/store-late-result': 10,
  'video/keep-original': 10,
};

/** Free work that runs for up to 15 minutes. The maximum leaves enough capacity for the functions without a reservation. */
const limited: Record<string, number> = {
  'download/make-archive': 20,
  'auth/make-export': 10,
  'video/crop-result': 20,
  'finish/make-file': 10,
  'package/make-part': 5,
};

const reservations: Record<string, number> = { ...guaranteed, ...limited };

/** The entries of the functions with a reservation. */
export const reservedEntries = Object.keys(reservations);

/** The sum of all reservations of a stage. */
export const reservedTotal = Object.values(reservations).reduce((sum, count) => sum + count, 0);

/** AWS rejects reservations that leave less than this number for all other functions of the account. */
export const unreservedMin = 100;

/** Minimum quota for reservations. With a smaller quota, the functions without a reservation would have less than half of the quota. */
export const reservingQuotaMin = 500;

/**
 * Returns the reservation of a function. Returns undefined if the function has no reservation, or if the quota of the stage is too small.
 */
export const reservedConcurrency = ({ concurrencyQuota = 0 }: Settings, { entry }: FunctionSpec): number | undefined =>
  concurrencyQuota >= reservingQuotaMin ? reservations[entry] : undefined;
