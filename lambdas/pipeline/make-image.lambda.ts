import { task } from '../platform/task.ts';
import { imageVendor } from '../vendors/image-vendor.ts';
import { makeImage } from './make-image.ts';
import { pipelineModel, runRef } from './run.ts';

export const handler = task(runRef, ({ input, now }) => makeImage(input, imageVendor(pipelineModel), now));
