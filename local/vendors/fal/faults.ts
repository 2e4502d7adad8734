/**
 * Faults that the script can inject. A rule matches the prompt; `POST /_script/release` sends the held webhooks. Without a fault, a
 * request is rendered and announced by one signed webhook. The faults of one rule combine, for example a quick clip with a lost webhook.
 */
import * as z from 'zod';
import { clipFault } from '../../demo/clips/clip-fault.ts';
import { createScript } from '../kit/script.ts';
import type { ModelErrorType } from './model-error.ts';

/** Longer than any caller waits for a response. */
const slowMsMax = 120_000;

/** Errors of an accepted generation that are not caused by its input. */
const generationErrors = [
  'internal_server_error',
  'generation_timeout',
  'downstream_service_unavailable',
  'downstream_service_error',
  'no_media_generated',
] as const satisfies readonly ModelErrorType[];

const faultSchema = z.discriminatedUnion('kind', [
  /** The submit has this status, with fal's body unless the rule has its own; nothing is accepted. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([429, 500, 502, 503, 504]), body: z.json().optional() }),
  /** Accepted, then rejected by the model's content policy. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** Accepted, and stays in progress. */
  z.strictObject({ kind: z.literal('never') }),
  /** COMPLETED with `error` and `error_type`; the result call has the status of the type. */
  z.strictObject({ kind: z.literal('completed-with-error'), type: z.literal(generationErrors) }),
  clipFault,
  /**
   * Accepts nothing and returns the id of the newest accepted request. `of`: the newest whose prompt contains this text. If no such
   * request exists, the submit is accepted as usual.
   */
  z.strictObject({ kind: z.literal('duplicate-request-id'), of: z.string().optional() }),
  /** Delays this response by `ms`; the request itself is processed immediately. */
  z.strictObject({
    kind: z.literal('slow'),
    on: z.literal(['submit', 'status', 'result']).default('submit'),
    ms: z.int().min(1).max(slowMsMax),
  }),
  /**
   * Result and webhook contain no video, or end in the middle of their JSON. `unserialisable`: the result is valid, but the webhook has
   * `payload: null` and `payload_error`.
   */
  z.strictObject({ kind: z.literal('malformed'), as: z.literal(['no-video', 'not-json', 'unserialisable']) }),
  /** Everything succeeds, but the download of the video fails. */
  z.strictObject({ kind: z.literal('result-gone'), status: z.literal([404, 410]).default(404) }),
  z.strictObject({ kind: z.literal('lost-webhook') }),
  z.strictObject({ kind: z.literal('doubled-webhook') }),
  /** Delivered before the response to the submit. */
  z.strictObject({ kind: z.literal('early-webhook') }),
  /** Held until POST /_script/release. */
  z.strictObject({ kind: z.literal('late-webhook') }),
  /** One webhook with a wrong signature, and no valid one. */
  z.strictObject({ kind: z.literal('forged-webhook') }),
]);
export type Fault = z.infer<typeof faultSchema>;
type FaultKind = Fault['kind'];
export type SlowAnswer = Extract<Fault, { kind: 'slow' }>['on'];

/** With these faults, nothing is announced, or nothing is accepted. */
const unannounced: readonly FaultKind[] = ['status', 'never', 'duplicate-request-id'];
const failing: readonly FaultKind[] = ['refuse', 'completed-with-error'];
/** A request can have at most one fault of each group. */
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

/** Returns the delay of this response. */
export function slowMsOf(faults: readonly Fault[], answer: SlowAnswer): number {
  return faults.find((fault): fault is Extract<Fault, { kind: 'slow' }> => fault.kind === 'slow' && fault.on === answer)?.ms ?? 0;
}
