import { task } from '../platform/task.ts';
import { fileRef, makeFile } from './make-file.ts';

export const handler = task(fileRef, ({ input }) => makeFile(input));
