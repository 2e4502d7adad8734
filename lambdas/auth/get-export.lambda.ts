import * as z from 'zod';
import { handle, parse } from '../platform/handle.ts';
import { getExport } from './start-export.ts';

const path = z.object({ exportId: z.uuid({ error: 'DownloadNotFound' }) });

export const handler = handle({ endpoint: 'getExport' }, async ({ caller, path: given, now }) => ({
  body: await getExport({ userId: caller.userId, ...parse(path, given) }, now),
}));
