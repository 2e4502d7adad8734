import { task } from '../platform/task.ts';
import { fileRef, giveUpFile } from './make-file.ts';

export const handler = task(fileRef, ({ input }) => giveUpFile(input));
