import { task } from '../platform/task.ts';
import { fileRef } from './file-ref.ts';
import { makeFile } from './make-file.ts';

export const handler = task(fileRef, ({ input }) => makeFile(input));
