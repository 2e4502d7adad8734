import { itemRef, task } from '../platform/task.ts';
import { weighTry } from './weigh-try.ts';

export const handler = task(itemRef, ({ input }) => weighTry(input, Math.random()));
