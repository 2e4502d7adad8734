/**
 * Faults that the script can inject. A rule matches the prompt. Without a fault, the stand-in renders the video and sends one signed
 * webhook at the end. The fault `late-webhook` delays a webhook until `POST /_script/release`. A rule can combine several faults, for
 * example a quick clip and a lost webhook.
 */
import * as z from 'zod';
import { clipFault } from '../../demo/clips/clip-fault.ts';
import { createScript } from '../kit/script.ts';

/** Errors of an accepted generation that are not caused by its input. */
const generationErrors = [
  'internal_server_error',
  'generation_timeout',
  'downstream_service_unavailable',
  'downstream_service_error',
  'no_media_generated',
] as const;

const faultSchema = z.discriminatedUnion('kind', [
  /** The response to the submit has this status, and no request is accepted. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([429, 500, 503]) }),
  /** The request is accepted. Then the model's content policy rejects it. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** The request is accepted, but stays in progress. */
  z.strictObject({ kind: z.literal('never') }),
  /** The request is COMPLETED with `error` and `error_type`. The result call has the status of the type. */
  z.strictObject({ kind: z.literal('completed-with-error'), type: z.literal(generationErrors) }),
  clipFault,
  /**
   * Accepts no request and returns the id of the newest accepted request. With `of`, the prompt of that request must contain this text.
   * If no such request exists, the submit is accepted as usual.
   */
  z.strictObject({ kind: z.literal('duplicate-request-id'), of: z.string().optional() }),
  z.strictObject({ kind: z.literal('lost-webhook') }),
  z.strictObject({ kind: z.literal('doubled-webhook') }),
  /** The webhook is delivered before the response to the submit. */
  z.strictObject({ kind: z.literal('early-webhook') }),
  /** The webhook is not sent until POST /_script/release. */
  z.strictObject({ kind: z.literal('late-webhook') }),
  /** The only webhook has a wrong signature. */
  z.strictObject({ kind: z.literal('forged-webhook') }),
]);
export type Fault = z.infer<typeof faultSchema>;
type FaultKind = Fault['kind'];

const resultFaults: readonly FaultKind[] = ['status', 'never', 'duplicate-request-id', 'refuse', 'completed-with-error', 'clip'];
/** With one of these faults, the stand-in accepts no request or never sends a webhook. */
const faultsWithoutWebhook: readonly FaultKind[] = ['status', 'never', 'duplicate-request-id'];
/** A request can have at most one fault of each group. */
const exclusiveGroups = [
  resultFaults,
  [...faultsWithoutWebhook, 'lost-webhook', 'doubled-webhook', 'early-webhook', 'late-webhook', 'forged-webhook'],
];

const hasContradiction = (faults: readonly Fault[]): boolean =>
  exclusiveGroups.some((kinds) => faults.filter(({ kind }) => kinds.includes(kind)).length > 1);

export const createFalScript = () => createScript(faultSchema, hasContradiction);
export type FalScript = ReturnType<typeof createFalScript>;
