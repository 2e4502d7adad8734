import { task } from '../platform/task.ts';
import { endPackage } from './end-package.ts';
import { endRef } from './package-ref.ts';

export const handler = task(endRef, ({ input }) => endPackage(input, input.outcome));
