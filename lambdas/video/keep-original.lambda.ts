import { itemRef, task } from '../platform/task.ts';
import { keepOriginal } from './keep-original.ts';

export const handler = task(itemRef, ({ input }) => keepOriginal(input));
