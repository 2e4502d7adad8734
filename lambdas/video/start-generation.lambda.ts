import { admittedItemRef, task } from '../platform/task.ts';
import { videoVendor } from '../vendors/video-vendor.ts';
import { startGeneration } from './start-generation.ts';

export const handler = task(admittedItemRef, ({ input, now }) => startGeneration(input, videoVendor(), now));
