import * as z from 'zod';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { itemRef, task } from '../platform/task.ts';
import { readItem } from '../store/batches.ts';
import { releaseItem } from '../store/ledger.ts';

const failure = z.object({ Error: z.string(), Cause: z.string().optional() });

/** Ends an item that was not delivered and gives its hold back, in one transaction. What the seller cancelled is cancelled, however it fared. */
export const handler = task(itemRef.extend({ error: failure }), async ({ input, now }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  if (!item) return { released: false };
  const errorCode = item.cancelRequestedAt ? 'Cancelled' : codeOf(input.error.Error);
  return { released: await releaseItem(item, { status: errorCode === 'Cancelled' ? 'cancelled' : 'failed', errorCode }, now) };
});

/** A state machine names its own failures: a step that ran out of time, or an execution that did. */
const codeOf = (name: string): ErrorCode => {
  if (isErrorCode(name)) return name;
  return name === 'States.Timeout' ? 'VendorTimeout' : 'GenerationFailed';
};
