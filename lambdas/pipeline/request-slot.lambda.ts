import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { requestSlot } from '../batch/slots.ts';
import { task } from '../platform/task.ts';
import { runningRun, runRef } from './run.ts';

/** Requests a slot for the next image of a run. The task token is completed when the image has the slot. */
export const handler = task(runRef.extend({ token: z.string() }), async ({ input, now }) => {
  const { token, ...ref } = input;
  const { item } = await runningRun(ref);
  if (!item) throw new AppError('GenerationFailed', { details: { reason: 'No image is held.' } });
  await requestSlot({ ...ref, ...item }, { purpose: 'result', taskToken: token }, now);
});
