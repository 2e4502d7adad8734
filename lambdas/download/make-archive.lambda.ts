import { task } from '../platform/task.ts';
import { archiveRef, makeArchive } from './make-archive.ts';

export const handler = task(archiveRef, ({ input }) => makeArchive(input));
