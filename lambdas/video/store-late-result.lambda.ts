import * as z from 'zod';
import { itemRef, task } from '../platform/task.ts';
import { storeLateResult } from './store-result.ts';

export const handler = task(itemRef.extend({ mayCrop: z.boolean() }), ({ input }) => storeLateResult(input));
