import { itemRef, task } from '../platform/task.ts';
import { cropVideo } from './crop-video.ts';

export const handler = task(itemRef, ({ input }) => cropVideo(input));
