/**
 * Faults that the script can inject. A rule matches the text of a call: the prompt of a video or a picture, or the instruction for a text.
 */
import * as z from 'zod';
import { clipFault } from '../../demo/clips/clip-fault.ts';
import { connectionFaults } from '../kit/connection-faults.ts';
import type { VendorResponse } from '../kit/http.ts';
import { createScript, faultOf } from '../kit/script.ts';
import { googleError, googleStatuses } from './google-errors.ts';

const retrySecondsMax = 3_600;

const finishReasons = ['SAFETY', 'MAX_TOKENS', 'IMAGE_SAFETY', 'NO_IMAGE'] as const;

const faultSchema = z.discriminatedUnion('kind', [
  /** The response is this error. The stand-in accepts no request. */
  z.strictObject({
    kind: z.literal('error'),
    status: z.literal(googleStatuses),
    message: z.string().optional(),
    /** The response contains this value as a RetryInfo. */
    retrySeconds: z.int().min(1).max(retrySecondsMax).optional(),
  }),
  /** An order for a video is accepted, and then its result is filtered. For a text or a picture, the input is blocked. */
  z.strictObject({ kind: z.literal('refuse') }),

  // Videos
  /** The request is accepted, but never ends. */
  z.strictObject({ kind: z.literal('unfinished') }),
  /** The operation finishes without a video. */
  z.strictObject({ kind: z.literal('no-video') }),
  clipFault,
  /** The URL of the video redirects, by default into a private network. */
  z.strictObject({ kind: z.literal('result-redirect'), to: z.string().default('http://169.254.169.254/latest/meta-data/') }),

  // Texts and pictures
  /** The text stops in the middle for this reason. For a picture, the response contains no picture. */
  z.strictObject({ kind: z.literal('finish'), reason: z.literal(finishReasons) }),
  /** The response has the reason STOP, but no text and no picture. */
  z.strictObject({ kind: z.literal('no-text') }),
  /** The response contains a thought before the result. */
  z.strictObject({ kind: z.literal('thoughts') }),
  /** The response has the reason STOP and a text instead of a picture. */
  z.strictObject({ kind: z.literal('text-instead') }),
  ...connectionFaults,
]);
export type Fault = z.infer<typeof faultSchema>;

/** Each of these faults determines the result of a call, so a rule can have only one of these faults. */
const resultFaults: readonly Fault['kind'][] = ['error', 'refuse', 'unfinished', 'no-video', 'clip', 'finish', 'no-text', 'text-instead'];

export const createGeminiScript = () =>
  createScript(faultSchema, (faults) => faults.filter(({ kind }) => resultFaults.includes(kind)).length > 1);
export type GeminiScript = ReturnType<typeof createGeminiScript>;

const retryInfo = 'type.googleapis.com/google.rpc.RetryInfo';

/** Returns the scripted error response of a call, or undefined. */
export function scriptedError(faults: readonly Fault[]): VendorResponse | undefined {
  const error = faultOf(faults, 'error');
  if (!error) return undefined;
  const { status, message = `Scripted error ${status}`, retrySeconds } = error;
  const details = retrySeconds === undefined ? undefined : [{ '@type': retryInfo, retryDelay: `${retrySeconds}s` }];
  return { ...googleError(status, message, details), faults };
}
