import { itemRef, task } from '../platform/task.ts';
import { vendorOf } from '../vendors/video-vendor.ts';
import { pollGeneration } from './poll-generation.ts';

export const handler = task(itemRef, ({ input, now }) => pollGeneration(input, vendorOf, now));
