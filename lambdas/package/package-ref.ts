/** The input of the steps of a package. */
import * as z from 'zod';

export const packageRef = z.object({ userId: z.string(), packageId: z.string() });
export const partRef = packageRef.extend({ part: z.int().positive() });
export const endRef = packageRef.extend({ outcome: z.enum(['ready', 'failed']) });
