import * as z from 'zod';
import { handle, parse } from '../platform/handle.ts';
import { getFinish } from './get-finish.ts';

const pathSchema = z.object({ finishId: z.uuid({ error: 'NotFound' }) });

export const handler = handle({ endpoint: 'getFinish' }, async ({ caller, path, now }) => ({
  body: await getFinish({ userId: caller.userId, ...parse(pathSchema, path) }, now),
}));
