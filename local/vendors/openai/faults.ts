/** The faults that the script of a test can contain. A rule matches the instruction or the prompt. */
import * as z from 'zod';
import { connectionFaults } from '../kit/connection-faults.ts';
import type { VendorResponse } from '../kit/http.ts';
import { createScript, faultOf, type Script } from '../kit/script.ts';
import { openaiError } from './errors.ts';

/** The errors that a rule can return, with their statuses. */
const scriptedErrors: Record<string, { status: number; type?: string }> = {
  invalid_api_key: { status: 401 },
  insufficient_quota: { status: 429, type: 'insufficient_quota' },
  rate_limit_exceeded: { status: 429, type: 'requests' },
  model_not_found: { status: 404 },
  invalid_prompt: { status: 400 },
  moderation_blocked: { status: 400, type: 'image_generation_user_error' },
  server_error: { status: 500, type: 'server_error' },
  service_unavailable: { status: 503, type: 'server_error' },
};

const faultSchema = z.discriminatedUnion('kind', [
  /** The response is this error. */
  z.strictObject({ kind: z.literal('error'), code: z.literal(Object.keys(scriptedErrors)) }),
  /** The response has status 200, but contains a refusal of the model. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** The response has status 200, but the text stops in the middle. */
  z.strictObject({ kind: z.literal('incomplete'), reason: z.literal('content_filter') }),
  /** The response has status 200, and an empty text or no picture. */
  z.strictObject({ kind: z.literal('no-text') }),
  /** The response has status 200, but the JSON does not match the requested schema. */
  z.strictObject({ kind: z.literal('off-schema') }),
  ...connectionFaults,
]);
export type Fault = z.infer<typeof faultSchema>;
export type OpenaiScript = Script<Fault>;

export const createOpenaiScript = () => createScript(faultSchema);

/** Returns the scripted error of a call, or undefined. */
export function scriptedError(faults: readonly Fault[]): VendorResponse | undefined {
  const code = faultOf(faults, 'error')?.code;
  const error = scriptedErrors[code ?? ''];
  return error && { ...openaiError({ ...error, code, message: `Scripted error ${code}` }), faults };
}
