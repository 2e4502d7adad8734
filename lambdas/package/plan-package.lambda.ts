import { task } from '../platform/task.ts';
import { packageRef } from './package-ref.ts';
import { planPackage } from './plan-package.ts';

export const handler = task(packageRef, ({ input, now }) => planPackage(input, now));
