import { itemRef, task } from '../platform/task.ts';
import { prepareEdit } from './prepare-edit.ts';

export const handler = task(itemRef, ({ input }) => prepareEdit(input));
