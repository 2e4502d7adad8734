import { task } from '../platform/task.ts';
import { fileRef } from './file-ref.ts';
import { giveUpFile } from './give-up-file.ts';

export const handler = task(fileRef, ({ input }) => giveUpFile(input));
