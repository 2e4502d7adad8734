import * as z from 'zod';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import { runningItem } from '../batch/running-item.ts';
import { itemRef, task } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';

/** Stores the token of the waiting execution. If an outcome or a cancellation has already arrived, completes the token. */
export const handler = task(itemRef.extend({ token: z.string() }), async ({ input }) => {
  const item = await changeItem(input, { set: { taskToken: input.token } });
  await completeTaskToken(item ?? (await runningItem(input, 'video')));
});
