import { task } from '../platform/task.ts';
import { makePart } from './make-part.ts';
import { partRef } from './package-ref.ts';

export const handler = task(partRef, ({ input }) => makePart(input, input.part));
