import * as z from 'zod';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import { itemRef, task } from '../platform/task.ts';
import { changeItem } from '../store/batches.ts';
import { runningVideo } from './running-video.ts';

/** Stores the token of the waiting execution, then checks whether an outcome or a cancel arrived before it. */
export const handler = task(itemRef.extend({ token: z.string() }), async ({ input }) => {
  const item = await changeItem(input, { set: { taskToken: input.token } });
  await completeTaskToken(item ?? (await runningVideo(input)));
});
