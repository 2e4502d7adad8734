import { task } from '../platform/task.ts';
import { exportRef, makeExport } from './make-export.ts';

export const handler = task(exportRef, ({ input, now }) => makeExport(input, now));
