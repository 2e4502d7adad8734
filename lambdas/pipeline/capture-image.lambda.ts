import { task } from '../platform/task.ts';
import { captureImage } from './capture-image.ts';
import { runRef } from './run.ts';

export const handler = task(runRef, ({ input, now }) => captureImage(input, now));
