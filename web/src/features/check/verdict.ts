/** Summarizes the results of all rules of one placement. */
import type { CheckResult } from '#shared/marketplaces/check.ts';

export type Verdict = 'passes' | 'warned' | 'unknown' | 'refused';

const order: readonly Verdict[] = ['refused', 'unknown', 'warned', 'passes'];

/** Returns the worst state. Ignores rules without a known limit, because no file can be compared with them. */
export const verdictOf = (results: readonly CheckResult[]): Verdict =>
  order.find((verdict) => results.some(({ state, rule }) => rule !== undefined && state === verdict)) ?? 'unknown';

/** Sorts the results, the worst first. Results with the same state keep their order. */
export const worstFirst = (results: readonly CheckResult[]): CheckResult[] =>
  results.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
