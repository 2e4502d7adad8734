import { itemRef, task } from '../platform/task.ts';
import { storeResult } from './store-result.ts';

export const handler = task(itemRef, ({ input, now }) => storeResult(input, now));
