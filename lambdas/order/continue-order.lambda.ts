import * as z from 'zod';
import { task } from '../platform/task.ts';
import { continueOrderOf } from './continue-order.ts';

/** The step after the end of a batch. */
export const handler = task(z.object({ userId: z.string(), batchId: z.string(), executionArn: z.string() }), ({ input, now }) =>
  continueOrderOf(input, now),
);
