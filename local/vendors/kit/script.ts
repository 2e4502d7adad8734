/**
 * Faults on script: what a test can make a vendor do to the calls whose text contains a text.
 *
 *   POST /_script  { match, times?, skip?, fault: one or several }   DELETE /_script
 *
 * What the faults are, and which may stand together, each stand-in says.
 */
import * as z from 'zod';

const rulesMax = 100;

type AnyFault = { kind: string };
type Rule<Fault> = { match: string; timesLeft: number; skip: number; skipLeft: number; faults: Fault[] };

export type Script<Fault extends AnyFault> = {
  /** @returns the reason why the rule is not accepted, or nothing. */
  add(body: unknown): string | undefined;
  clear(): void;
  /** The faults of the newest rule that matches, has times left and does not skip; this uses up one time. */
  take(text: string): Fault[];
};

export function createScript<Fault extends AnyFault>(
  fault: z.ZodType<Fault>,
  contradict: (faults: readonly Fault[]) => boolean = () => false,
): Script<Fault> {
  const ruleSchema = z.strictObject({
    match: z.string(),
    /** How often the rule is used; for ever unless given. */
    times: z.int().min(1).optional(),
    /** Before each use it lets so many matching calls pass on to the older rules: `skip: 4` meets every fifth. */
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
      // The newest first: a test sets its own case before the general rule that the whole run was given.
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
