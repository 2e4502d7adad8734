/** What the script can make Photoroom do to the calls whose fields, as `name=value` a line, contain a text. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** Answered with this and Photoroom's words; nothing is billed. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([400, 402, 403, 429, 500, 502, 503]) }),
  /** The field is ignored, and the header says so. */
  z.strictObject({ kind: z.literal('ignore'), field: z.string().min(1) }),
  ...wireFaults,
]);
export type Fault = z.infer<typeof faultSchema>;

export const createPhotoroomScript = () => createScript(faultSchema);
export type PhotoroomScript = ReturnType<typeof createPhotoroomScript>;
