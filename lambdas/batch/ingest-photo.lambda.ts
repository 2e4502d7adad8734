import { itemRef, task } from '../platform/task.ts';
import { ingestPhoto } from './ingest-photo.ts';

export const handler = task(itemRef, ({ input }) => ingestPhoto(input));
