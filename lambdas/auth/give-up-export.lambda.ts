import { task } from '../platform/task.ts';
import { exportRef, giveUpExport } from './make-export.ts';

export const handler = task(exportRef, ({ input }) => giveUpExport(input));
