import * as z from 'zod';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { itemRef, task } from '../platform/task.ts';
import { readItem } from '../store/batches.ts';
import { releaseItem } from '../store/ledger.ts';

const failure = z.object({ Error: z.string(), Cause: z.string().optional() });

/** Ends an item that was not delivered and gives its hold back, in one transaction. */
export const handler = task(itemRef.extend({ error: failure }), async ({ input, now }) => {
  const item = await readItem(input.userId, input.batchId, input.index);
  return { released: item ? await releaseItem(item, { status: 'failed', errorCode: codeOf(input.error.Error) }, now) : false };
});

/** A state machine names its own failures: a step that ran out of time, or an execution that did. */
const codeOf = (name: string): ErrorCode => {
  if (isErrorCode(name)) return name;
  return name === 'States.Timeout' ? 'VendorTimeout' : 'GenerationFailed';
};
