/** The measured properties of a file in a response. */
import * as z from 'zod';
import type { Probe } from './probe.ts';

/** Only the kind is required. The comparison with a rule ignores a value of another type. */
export const probeSchema = z.looseObject({ kind: z.enum(['video', 'image']) }).transform((value) => value as Probe);
