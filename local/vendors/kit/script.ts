/**
 * The script contains planned faults. With the script, a test can make a vendor fail for each call whose text contains a given text.
 *
 *   POST /_script           adds a rule { match, times?, fault }; `fault` is one fault or several faults
 *   DELETE /_script         removes all rules
 *   POST /_script/release   removes the rules with the fault `held`, and sends all held responses
 *
 * Each stand-in defines its own faults. It also defines which faults one rule can combine.
 */
import * as z from 'zod';

const rulesMax = 100;

export type AnyFault = { kind: string };
type Rule<Fault> = { match: string; timesLeft: number; faults: Fault[] };
export type Script<Fault extends AnyFault> = ReturnType<typeof createScript<Fault>>;

export function createScript<Fault extends AnyFault>(
  fault: z.ZodType<Fault>,
  hasContradiction: (faults: readonly Fault[]) => boolean = () => false,
) {
  const ruleSchema = z.strictObject({
    match: z.string(),
    /** Number of uses. By default, the number is unlimited. */
    times: z.int().min(1).default(Number.MAX_SAFE_INTEGER),
    fault: z
      .union([fault, z.array(fault).min(1)])
      .transform((value) => (Array.isArray(value) ? value : [value]))
      .refine((faults) => !hasContradiction(faults), { error: 'These faults contradict each other' }),
  });
  let rules: Rule<Fault>[] = [];
  return {
    /** @returns the reason if the rule is invalid, otherwise undefined. */
    add(body: unknown): string | undefined {
      if (rules.length >= rulesMax) return `There are ${rulesMax} rules already`;
      const rule = ruleSchema.safeParse(body);
      if (!rule.success) return z.prettifyError(rule.error);
      const { match, times, fault: faults } = rule.data;
      // The newest rule is first, so that the rule of one test has priority over the rules of all tests.
      rules.unshift({ match, timesLeft: times, faults });
      return undefined;
    },
    clear(): void {
      rules = [];
    },
    removeRulesWith(kind: string): void {
      rules = rules.filter(({ faults }) => faults.every((fault) => fault.kind !== kind));
    },
    /** Returns the faults of the newest rule that matches and has uses left. Counts one use of this rule. */
    take(text: string): Fault[] {
      const rule = rules.find(({ match, timesLeft }) => timesLeft > 0 && text.includes(match));
      if (!rule) return [];
      rule.timesLeft -= 1;
      return rule.faults;
    },
  };
}

export function faultOf<Fault extends AnyFault, Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);
}
