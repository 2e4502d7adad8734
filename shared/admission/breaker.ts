/**
 * The circuit breaker of a vendor. It opens after several failures without a success between them. While it is open, no item gets a slot at
 * this vendor, so the items wait and do not fail. From time to time, one item tests the vendor. The first success closes the breaker.
 */
import { codesOf, type ErrorCode } from '../errors.ts';

export type Breaker = {
  /** Failures since the last success. */
  failures: number;
  /** Set while the breaker is open. After this time, one item may test the vendor. */
  openUntil?: string;
};

export const failuresToOpen = 10;
const openSeconds = 120;

/**
 * Failures of the vendor or of its key. They would also affect the next items. The list does not contain refusals of a photo or a prompt.
 */
const vendorFailures: readonly ErrorCode[] = [
  ...codesOf('vendor-busy').filter((code) => code !== 'ResultUnavailable'),
  'VendorMisconfigured',
  'OutpaintingFailed',
];

export const isVendorFailure = (code: ErrorCode): boolean => vendorFailures.includes(code);

/** `test`: one item may test the vendor. This item sets a new `openUntil`, so that the next items wait. */
export function breakerStateOf({ openUntil }: Pick<Breaker, 'openUntil'>, now: Date): 'closed' | 'open' | 'test' {
  if (openUntil === undefined) return 'closed';
  return now.getTime() < Date.parse(openUntil) ? 'open' : 'test';
}

export const opensAfter = (failures: number): boolean => failures >= failuresToOpen;

export const nextOpenUntil = (now: Date): string => new Date(now.getTime() + openSeconds * 1000).toISOString();
