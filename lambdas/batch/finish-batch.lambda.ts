import * as z from 'zod';
import { task } from '../platform/task.ts';
import { finishBatch } from './finish-batch.ts';

export const handler = task(z.object({ userId: z.string(), batchId: z.string() }), ({ input, now }) => finishBatch(input, now));
