import * as z from 'zod';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import { itemRef, task } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { runningVideo } from './running-video.ts';

/** Stores the token of the execution that now waits, then looks whether the outcome or a cancel came first. */
export const handler = task(itemRef.extend({ token: z.string() }), async ({ input }) => {
  const item = await changeItem(input, { set: { taskToken: input.token } });
  await completeTaskToken(item ?? (await runningVideo(input)));
});
