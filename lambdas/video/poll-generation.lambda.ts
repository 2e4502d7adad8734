import { itemRef, task } from '../platform/task.ts';
import { pollGeneration } from './poll-generation.ts';

export const handler = task(itemRef, ({ input, now }) => pollGeneration(input, now));
