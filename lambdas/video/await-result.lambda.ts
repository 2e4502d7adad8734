import * as z from 'zod';
import { itemRef, task } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { wake } from './outcome.ts';
import { runningItem } from './running-item.ts';

/** Stores the token of the execution that now waits, then looks whether the outcome came first. */
export const handler = task(itemRef.extend({ token: z.string() }), async ({ input }) => {
  const item = await changeItem(input, { set: { taskToken: input.token } });
  await wake(item ?? (await runningItem(input)));
});
