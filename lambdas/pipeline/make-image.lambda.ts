import { task } from '../platform/task.ts';
import { imageVendor } from '../vendors/image-vendor.ts';
import { pipelineModel } from './image-item.ts';
import { makeImage } from './make-image.ts';
import { runRef } from './run-id.ts';

export const handler = task(runRef, ({ input, now }) => makeImage(input, imageVendor(pipelineModel), now));
