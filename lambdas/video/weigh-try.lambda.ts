import { itemRef, task } from '../platform/task.ts';
import { decideRetry } from './weigh-try.ts';

export const handler = task(itemRef, ({ input }) => decideRetry(input, Math.random()));
