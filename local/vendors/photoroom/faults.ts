/** Faults that the script can inject. A rule matches the lines `name=value` of the form fields. */
import * as z from 'zod';
import { connectionFaults } from '../kit/connection-faults.ts';
import { createScript, type Script } from '../kit/script.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** The response has this status and Photoroom's error body, and the call is not billed. */
  z.strictObject({ kind: z.literal('status'), status: z.literal([400, 402, 403, 429, 500, 502, 503]) }),
  /** The stand-in ignores the field and reports it in a response header. */
  z.strictObject({ kind: z.literal('ignore'), field: z.string().min(1) }),
  ...connectionFaults,
]);
export type PhotoroomScript = Script<z.infer<typeof faultSchema>>;

export const createPhotoroomScript = (): PhotoroomScript => createScript(faultSchema);
