import { task } from '../platform/task.ts';
import { holdImage } from './hold-image.ts';
import { runRef } from './run.ts';

export const handler = task(runRef, ({ input }) => holdImage(input));
