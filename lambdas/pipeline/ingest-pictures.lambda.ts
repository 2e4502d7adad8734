import { task } from '../platform/task.ts';
import { ingestPictures } from './ingest-pictures.ts';
import { runRef } from './run.ts';

export const handler = task(runRef, ({ input }) => ingestPictures(input));
