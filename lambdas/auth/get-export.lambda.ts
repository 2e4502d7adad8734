import * as z from 'zod';
import { handle, parse } from '../platform/handle.ts';
import { getExport } from './start-export.ts';

const pathSchema = z.object({ exportId: z.uuid({ error: 'DownloadNotFound' }) });

export const handler = handle({ endpoint: 'getExport' }, async ({ caller, path, now }) => ({
  body: await getExport({ userId: caller.userId, ...parse(pathSchema, path) }, now),
}));
