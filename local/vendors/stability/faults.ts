/** Faults that the script can inject. A rule matches the prompt. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';
import { stabilityErrorNames } from './errors.ts';

const sideMax = 4096;

const faultSchema = z.discriminatedUnion('kind', [
  /** The response is this error; nothing is charged. */
  z.strictObject({ kind: z.literal('error'), name: z.literal(stabilityErrorNames) }),
  /** 200, charged, but the picture is blurred. */
  z.strictObject({ kind: z.literal('content-filtered') }),
  /** 200 with a picture of another size than requested. */
  z.strictObject({ kind: z.literal('wrong-size'), width: z.int().min(1).max(sideMax), height: z.int().min(1).max(sideMax) }),
  ...wireFaults,
]);

export const createStabilityScript = () => createScript(faultSchema);
