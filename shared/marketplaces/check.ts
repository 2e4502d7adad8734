/** Compares the measured properties of a file with the rules of a placement. */
import type { Field } from './fields.ts';
import { isWithin, type Value } from './limits.ts';
import { hasNoSuchTrack, measuredValue, type Probe } from './probe.ts';
import type { Placement, Rule } from './schema.ts';

/**
 * - `unknown` with a rule: the property was not measured.
 * - `unknown` without a rule: no source states a limit.
 */
type State = 'passes' | 'refused' | 'warned' | 'unknown';
export type CheckResult = {
  field: Field | 'size';
  state: State;
  /** The measured value. */
  value?: Value;
  /** The limit with its source, its date and its grade. */
  rule?: Rule;
};

/**
 * Returns one result for each rule, and one result for each basic question without a known limit.
 * @throws if the file and the placement have different kinds.
 */
export function check(probe: Probe, placement: Placement): CheckResult[] {
  if (probe.kind !== placement.kind) throw new TypeError(`A file of kind ${probe.kind} cannot be checked for ${placement.id}`);
  return [
    ...placement.rules.map((rule) => checkRule(probe, rule)),
    ...placement.unknown.map((field): CheckResult => ({ field, state: 'unknown' })),
  ];
}

export function checkRule(probe: Probe, rule: Rule): CheckResult {
  const { field, severity } = rule;
  const value = measuredValue(probe, field);
  if (rule.any || hasNoSuchTrack(probe, field)) return { field, state: 'passes', value, rule };
  if (value === undefined) return { field, state: 'unknown', rule };
  return { field, state: isWithin(field, rule, value) ? 'passes' : severity, value, rule };
}

/** Returns the first rule for which the marketplace would refuse the file. */
export const refusedRule = (probe: Probe, rules: readonly Rule[]): Rule | undefined =>
  rules.find((rule) => checkRule(probe, rule).state === 'refused');
