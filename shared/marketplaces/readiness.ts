/** Decides whether a delivered file is ready for a placement. */
import { type CheckResult, check } from './check.ts';
import type { Field } from './fields.ts';
import type { Probe } from './probe.ts';
import type { Placement, Rule } from './schema.ts';

/**
 * `unknown`: no rule refuses the file, but a number is missing. Either the placement has no number for this property, or the property was
 * not measured.
 */
export type ReadinessState = 'ready' | 'notReady' | 'unknown';
export type BrokenRule = Pick<CheckResult, 'state' | 'value'> & { field: Field; rule: Rule };
export type Readiness = {
  placement: Placement;
  state: ReadinessState;
  /** The rules that refuse the file. If no rule refuses it, the rules that could not be compared. */
  rules: BrokenRule[];
};

/**
 * Advice has no effect on the result.
 * @throws if the file and the placement have different kinds.
 */
export function readinessOf(probe: Probe, placement: Placement): Readiness {
  const results = check(probe, placement).flatMap(({ state, value, rule }): BrokenRule[] =>
    rule?.severity === 'refused' ? [{ field: rule.field, state, value, rule }] : [],
  );
  const refused = results.filter(({ state }) => state === 'refused');
  if (refused.length > 0) return { placement, state: 'notReady', rules: refused };
  const unmeasured = results.filter(({ state }) => state === 'unknown');
  const isUnknown = unmeasured.length > 0 || results.length === 0;
  return { placement, state: isUnknown ? 'unknown' : 'ready', rules: unmeasured };
}
