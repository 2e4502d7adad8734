import * as z from 'zod';
import { itemRef, task } from '../platform/task.ts';
import { signingOrder } from '../store/file-signing.ts';
import { signOrderedFile, signResult, signRunImage } from './sign-file.ts';

/** An item of a batch, the current image of a before/after run, or a file. */
const input = z.union([itemRef.strict(), z.strictObject({ userId: z.string(), batchId: z.string() }), signingOrder]);

export const handler = task(input, async ({ input: order, now }) => {
  if ('key' in order) return signOrderedFile(order, now);
  return 'index' in order ? signResult(order, now) : signRunImage(order, now);
});
