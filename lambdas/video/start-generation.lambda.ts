import { itemRef, task } from '../platform/task.ts';
import { falVideo } from '../vendors/fal.ts';
import { startGeneration } from './start-generation.ts';

export const handler = task(itemRef, ({ input, now }) => startGeneration(input, falVideo, now));
