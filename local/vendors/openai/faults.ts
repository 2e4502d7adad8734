/** What the script can make OpenAI do to a call whose instruction or prompt contains a text. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';
import { scriptedErrorCodes } from './errors.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** Answered with this error; nothing is written. */
  z.strictObject({ kind: z.literal('error'), code: z.literal(scriptedErrorCodes) }),
  /** 200, and the model says why it will not. */
  z.strictObject({ kind: z.literal('refuse') }),
  /** 200, and the text ends in its middle. */
  z.strictObject({ kind: z.literal('incomplete'), reason: z.literal(['max_output_tokens', 'content_filter']) }),
  /** 200, and the response itself has failed. */
  z.strictObject({ kind: z.literal('failed'), code: z.literal(['server_error', 'rate_limit_exceeded', 'image_content_policy_violation']) }),
  /** 200, and a text of no characters, or no picture. */
  z.strictObject({ kind: z.literal('no-text') }),
  /** 200, and JSON of another shape than the schema that was asked for. */
  z.strictObject({ kind: z.literal('off-schema') }),
  ...wireFaults,
]);

export const createOpenaiScript = () => createScript(faultSchema);
