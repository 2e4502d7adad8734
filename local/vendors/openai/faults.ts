/** Faults that the script can inject. A rule matches the instruction or the prompt. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';
import { scriptedErrorCodes } from './errors.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** The response is this error; nothing is written. */
  z.strictObject({ kind: z.literal('error'), code: z.literal(scriptedErrorCodes) }),
  /** 200; the model refuses with a reason. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** 200; the text stops in the middle. */
  z.strictObject({ kind: z.literal('incomplete'), reason: z.literal(['max_output_tokens', 'content_filter']) }),
  /** 200; the `status` of the response is failed. */
  z.strictObject({ kind: z.literal('failed'), code: z.literal(['server_error', 'rate_limit_exceeded', 'image_content_policy_violation']) }),
  /** 200 with an empty text or no picture. */
  z.strictObject({ kind: z.literal('no-text') }),
  /** 200; the JSON does not match the requested schema. */
  z.strictObject({ kind: z.literal('off-schema') }),
  ...wireFaults,
]);

export const createOpenaiScript = () => createScript(faultSchema);
