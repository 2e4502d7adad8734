import { itemRef, task } from '../platform/task.ts';
import { imageVendor } from '../vendors/image-vendor.ts';
import { makeImage } from './make-image.ts';

export const handler = task(itemRef, ({ input, now }) => makeImage(input, ({ model }) => imageVendor(model), now));
