import { task } from '../platform/task.ts';
import { checkUpload } from './check-upload.ts';
import { checkPath } from './get-check.ts';

export const handler = task(checkPath, ({ input }) => checkUpload(input));
