import { itemRef, task } from '../platform/task.ts';
import { decideRetry } from './decide-retry.ts';

export const handler = task(itemRef, ({ input }) => decideRetry(input, Math.random()));
