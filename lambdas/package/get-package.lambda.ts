import * as z from 'zod';
import { handle, parse } from '../platform/handle.ts';
import { getPackage } from './get-package.ts';

const pathSchema = z.object({ packageId: z.uuid({ error: 'DownloadNotFound' }) });

export const handler = handle({ endpoint: 'getPackage' }, async ({ caller, path, now }) => ({
  body: await getPackage({ userId: caller.userId, ...parse(pathSchema, path) }, now),
}));
