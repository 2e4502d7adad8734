import { task } from '../platform/task.ts';
import { giveUpCheck } from './check-upload.ts';
import { checkPath } from './get-check.ts';

export const handler = task(checkPath, ({ input }) => giveUpCheck(input));
