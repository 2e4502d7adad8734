import { itemRef, task } from '../platform/task.ts';
import { preprocessPhoto } from './preprocess-photo.ts';

export const handler = task(itemRef, ({ input }) => preprocessPhoto(input));
