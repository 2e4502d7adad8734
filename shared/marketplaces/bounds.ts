/** Computes the range that several rules allow together. */
import type { Field } from './fields.ts';
import type { Limit } from './limits.ts';
import type { Rule } from './schema.ts';

export type Bounds = { min: number; max: number; minRule?: Rule; maxRule?: Rule };

/** Returns the range that all binding rules allow. If a rule excludes an end of the range, the end is moved by `step`. */
export function boundsOf(rules: readonly Rule[], field: Field, step: number): Bounds {
  const bounds: Bounds = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const rule of rules) {
    if (rule.field !== field || rule.severity !== 'refused') continue;
    const { min, max, below, oneOf }: Limit = rule;
    const numbers = oneOf?.filter((one) => typeof one === 'number');
    const lowest = numbers?.length ? Math.min(...numbers) : min;
    const highest = numbers?.length ? Math.max(...numbers) : typeof below === 'number' ? below - step : max;
    if (typeof lowest === 'number' && lowest > bounds.min) Object.assign(bounds, { min: lowest, minRule: rule });
    if (typeof highest === 'number' && highest < bounds.max) Object.assign(bounds, { max: highest, maxRule: rule });
  }
  return bounds;
}

export const refusingRules = (rules: readonly Rule[], ...fields: Field[]): Rule[] =>
  rules.filter((rule) => rule.severity === 'refused' && fields.includes(rule.field));
