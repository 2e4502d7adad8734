import { task } from '../platform/task.ts';
import { archiveRef, giveUpArchive } from './make-archive.ts';

export const handler = task(archiveRef, ({ input }) => giveUpArchive(input));
