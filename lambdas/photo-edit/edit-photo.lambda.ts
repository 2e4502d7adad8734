import { itemRef, task } from '../platform/task.ts';
import { photoroom } from '../vendors/photoroom.ts';
import { editPhoto } from './edit-photo.ts';

export const handler = task(itemRef, ({ input, now }) => editPhoto(input, photoroom, now));
