/**
 * What the script can make fal do to the requests whose prompt contains a text; `POST /_script/release` lets held webhooks go.
 * Without a fault a request is rendered and announced by one signed webhook. Several faults of one rule work together, as a
 * quick clip whose webhook is lost.
 */
import * as z from 'zod';
import { clipFault } from '../../demo/clips/clip-fault.ts';
import { createScript } from '../kit/script.ts';
import type { ModelErrorType } from './model-error.ts';

/** Longer than any caller waits for an answer. */
const slowMsMax = 120_000;

/** How a generation can fail at fal after it was accepted, apart from what is wrong with the input. */
const generationErrors = [
  'internal_server_error',
  'generation_timeout',
  'downstream_service_unavailable',
  'downstream_service_error',
  'no_media_generated',
] as const satisfies readonly ModelErrorType[];

const faultSchema = z.discriminatedUnion('kind', [
  /** The submit itself is answered with this, and with fal's body unless the rule has its own; nothing is accepted. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([429, 500, 502, 503, 504]), body: z.json().optional() }),
  /** Accepted, then refused by the model's content policy. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** Accepted and in progress for ever. */
  z.strictObject({ kind: z.literal('never') }),
  /** COMPLETED with `error` and `error_type`; the result call answers with the type's status. */
  z.strictObject({ kind: z.literal('completed-with-error'), type: z.literal(generationErrors) }),
  clipFault,
  /**
   * Nothing is accepted; the answer bears the id of the newest request that was. `of`: the newest whose prompt contains this.
   * Accepted as usual where there is none.
   */
  z.strictObject({ kind: z.literal('duplicate-request-id'), of: z.string().optional() }),
  /** That answer comes so much later; what was asked is done at once. */
  z.strictObject({
    kind: z.literal('slow'),
    on: z.literal(['submit', 'status', 'result']).default('submit'),
    ms: z.int().min(1).max(slowMsMax),
  }),
  /**
   * Result and webhook alike bear no video, or end in the middle of their JSON. `unserialisable`: only the webhook, which says
   * so by `payload: null` and `payload_error`; the result is sound.
   */
  z.strictObject({ kind: z.literal('malformed'), as: z.literal(['no-video', 'not-json', 'unserialisable']) }),
  /** All is well until the video is fetched from its address. */
  z.strictObject({ kind: z.literal('result-gone'), status: z.literal([404, 410]).default(404) }),
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
export type SlowAnswer = Extract<Fault, { kind: 'slow' }>['on'];

/** Nothing of these is ever announced, or nothing is accepted that could be. */
const unannounced: readonly FaultKind[] = ['status', 'never', 'duplicate-request-id'];
const failing: readonly FaultKind[] = ['refuse', 'completed-with-error'];
/** At most one of each group makes sense for one request. */
const exclusive: readonly (readonly FaultKind[])[] = [
  [...unannounced, ...failing, 'clip'],
  [...unannounced, ...failing, 'malformed', 'result-gone'],
  [...unannounced, 'lost-webhook', 'doubled-webhook', 'early-webhook', 'late-webhook', 'forged-webhook'],
];

function contradict(faults: readonly Fault[]): boolean {
  const slow = faults.flatMap((fault) => (fault.kind === 'slow' ? [fault.on] : []));
  return new Set(slow).size < slow.length || exclusive.some((kinds) => faults.filter(({ kind }) => kinds.includes(kind)).length > 1);
}

export const createFalScript = () => createScript(faultSchema, contradict);
export type FalScript = ReturnType<typeof createFalScript>;

/** How much later this answer comes. */
export function slowMsOf(faults: readonly Fault[], answer: SlowAnswer): number {
  return faults.find((fault): fault is Extract<Fault, { kind: 'slow' }> => fault.kind === 'slow' && fault.on === answer)?.ms ?? 0;
}
