/** What the script can make Stability do to an outpainting whose prompt contains a text. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';
import { stabilityErrorNames } from './errors.ts';

const sideMax = 4096;

const faultSchema = z.discriminatedUnion('kind', [
  /** Answered with this error; nothing is charged. */
  z.strictObject({ kind: z.literal('error'), name: z.literal(stabilityErrorNames) }),
  /** 200, charged, and the picture is blurred. */
  z.strictObject({ kind: z.literal('content-filtered') }),
  /** 200, and a picture of another size than was asked for. */
  z.strictObject({ kind: z.literal('wrong-size'), width: z.int().min(1).max(sideMax), height: z.int().min(1).max(sideMax) }),
  ...wireFaults,
]);

export const createStabilityScript = () => createScript(faultSchema);
