import { task } from '../platform/task.ts';
import { checkPath } from './get-check.ts';
import { giveUpCheck } from './give-up-check.ts';

export const handler = task(checkPath, ({ input }) => giveUpCheck(input));
