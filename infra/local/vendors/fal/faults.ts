/** Faults on script: what a test can make the vendor do to the requests whose prompt contains a text. */
import * as z from 'zod';

const rulesMax = 100;
const clipSecondsMax = 10;

const side = z.int().min(64).max(1920).multipleOf(2);
const faultSchema = z.discriminatedUnion('kind', [
  /** The submit itself is answered with this; nothing is accepted. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([429, 500, 503]), body: z.json().optional() }),
  /** Accepted, then refused by the model's content policy. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** Accepted and in progress for ever. */
  z.strictObject({ kind: z.literal('never') }),
  /** A small clip without motion at once, instead of a render. */
  z.strictObject({
    kind: z.literal('clip'),
    seconds: z.int().min(1).max(clipSecondsMax).optional(),
    width: side.optional(),
    height: side.optional(),
  }),
  z.strictObject({ kind: z.literal('lost-webhook') }),
  z.strictObject({ kind: z.literal('doubled-webhook') }),
  /** Delivered before the submit is answered. */
  z.strictObject({ kind: z.literal('early-webhook') }),
  /** Held until POST /_script/release. */
  z.strictObject({ kind: z.literal('late-webhook') }),
  /** One with a wrong signature, and then none. */
  z.strictObject({ kind: z.literal('forged-webhook') }),
]);
export type Fault = z.infer<typeof faultSchema>;
type FaultKind = Fault['kind'];

/** At most one of each group makes sense for one request. */
const exclusive: readonly (readonly FaultKind[])[] = [
  ['status', 'refuse', 'never', 'clip'],
  ['status', 'never', 'lost-webhook', 'doubled-webhook', 'early-webhook', 'late-webhook', 'forged-webhook'],
];

const ruleSchema = z.strictObject({
  match: z.string(),
  times: z.int().min(1).optional(),
  fault: z
    .union([faultSchema, z.array(faultSchema).min(1)])
    .transform((fault) => (Array.isArray(fault) ? fault : [fault]))
    .refine((faults) => exclusive.every((kinds) => faults.filter(({ kind }) => kinds.includes(kind)).length <= 1), {
      error: 'These faults contradict each other',
    }),
});

export type Script = ReturnType<typeof createScript>;

export function createScript() {
  let rules: { match: string; timesLeft: number; faults: Fault[] }[] = [];
  return {
    /** @returns the reason why the rule is not accepted, or nothing. */
    add(body: unknown): string | undefined {
      if (rules.length >= rulesMax) return `There are ${rulesMax} rules already`;
      const rule = ruleSchema.safeParse(body);
      if (!rule.success) return z.prettifyError(rule.error);
      const { match, times = Number.POSITIVE_INFINITY, fault } = rule.data;
      // The newest first: a test sets its own case before the general rule that the whole run was given.
      rules.unshift({ match, timesLeft: times, faults: fault });
      return undefined;
    },
    clear(): void {
      rules = [];
    },
    /** The faults of the newest rule that matches and has times left; this uses up one time. */
    take(prompt: string): Fault[] {
      const rule = rules.find(({ match, timesLeft }) => timesLeft > 0 && prompt.includes(match));
      if (!rule) return [];
      rule.timesLeft -= 1;
      return rule.faults;
    },
  };
}

export function faultOf<Kind extends FaultKind>(faults: readonly Fault[], kind: Kind): Extract<Fault, { kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);
}
