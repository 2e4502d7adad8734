import { itemRef, task } from '../platform/task.ts';
import { stabilityOutpaint } from '../vendors/stability.ts';
import { outpaintPhoto } from './outpaint-photo.ts';

export const handler = task(itemRef, ({ input, now }) => outpaintPhoto(input, stabilityOutpaint, now));
