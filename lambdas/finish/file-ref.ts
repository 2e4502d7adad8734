/** The input of the steps of one file for a marketplace. */
import * as z from 'zod';

export const fileRef = z.object({ userId: z.string(), batchId: z.string(), itemId: z.string(), fileId: z.string() });
