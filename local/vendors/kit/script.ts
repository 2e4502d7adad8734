/**
 * Scripted faults: a test can make a vendor fail for the calls whose text contains a given text.
 *
 * POST /_script  { match, times?, skip?, fault: one or several }
 * DELETE /_script
 *
 * Each stand-in defines its faults, and which of them can be combined.
 */
import * as z from 'zod';

const rulesMax = 100;

type AnyFault = { kind: string };
type Rule<Fault> = { match: string; timesLeft: number; skip: number; skipLeft: number; faults: Fault[] };

export type Script<Fault extends AnyFault> = {
  /** @returns the reason if the rule is invalid, otherwise undefined. */
  add(body: unknown): string | undefined;
  clear(): void;
  /** Returns the faults of the newest rule that matches, has uses left and does not skip this call. Counts as one use. */
  take(text: string): Fault[];
};

export function createScript<Fault extends AnyFault>(
  fault: z.ZodType<Fault>,
  contradict: (faults: readonly Fault[]) => boolean = () => false,
): Script<Fault> {
  const ruleSchema = z.strictObject({
    match: z.string(),
    /** Number of uses; unlimited by default. */
    times: z.int().min(1).optional(),
    /** Number of matching calls that the rule passes to older rules before each use: `skip: 4` hits every fifth call. */
    skip: z.int().min(0).optional(),
    fault: z
      .union([fault, z.array(fault).min(1)])
      .transform((one) => (Array.isArray(one) ? one : [one]))
      .refine((faults) => !contradict(faults), { error: 'These faults contradict each other' }),
  });
  let rules: Rule<Fault>[] = [];
  return {
    add(body) {
      if (rules.length >= rulesMax) return `There are ${rulesMax} rules already`;
      const rule = ruleSchema.safeParse(body);
      if (!rule.success) return z.prettifyError(rule.error);
      const { match, times = Number.POSITIVE_INFINITY, skip = 0, fault: faults } = rule.data;
      // Newest first: a test adds its own case before a general rule of the whole run.
      rules.unshift({ match, timesLeft: times, skip, skipLeft: skip, faults });
      return undefined;
    },
    clear() {
      rules = [];
    },
    take(text) {
      for (const rule of rules.filter(({ match, timesLeft }) => timesLeft > 0 && text.includes(match))) {
        if (rule.skipLeft > 0) {
          rule.skipLeft -= 1;
          continue;
        }
        rule.skipLeft = rule.skip;
        rule.timesLeft -= 1;
        return rule.faults;
      }
      return [];
    },
  };
}

export function faultOf<Fault extends AnyFault, Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);
}
