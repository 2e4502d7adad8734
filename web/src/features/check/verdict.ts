/** Summarizes the results of all rules of one placement. */
import { type CheckResult, check } from '#shared/marketplaces/check.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';

export type Verdict = 'passes' | 'warned' | 'unknown' | 'refused';

const order: readonly Verdict[] = ['refused', 'unknown', 'warned', 'passes'];

/** Returns the worst state. Ignores rules without a known limit, because no file can be compared with them. */
export const verdictOf = (results: readonly CheckResult[]): Verdict =>
  order.find((verdict) => results.some(({ state, rule }) => rule !== undefined && state === verdict)) ?? 'unknown';

/** Sorts the results, the worst first. Results with the same state keep their order. */
export const worstFirst = (results: readonly CheckResult[]): CheckResult[] =>
  results.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));

/** Returns the placements for files of this kind, the worst verdict first. Placements with the same verdict keep their sequence. */
export const worstPlacementsFirst = (probe: Probe, placements: readonly Placement[]): Placement[] =>
  placements
    .filter(({ kind }) => kind === probe.kind)
    .map((placement) => ({ placement, rank: order.indexOf(verdictOf(check(probe, placement))) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ placement }) => placement);

/** Whether the seller can change something: a rule is broken, or a recommendation is not followed. The other results are folded. */
export const isProblem = ({ state }: CheckResult): boolean => state === 'refused' || state === 'warned';
