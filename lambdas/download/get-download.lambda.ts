import * as z from 'zod';
import { handle, parse } from '../platform/handle.ts';
import { getDownload } from './get-download.ts';

const pathSchema = z.object({ downloadId: z.uuid({ error: 'DownloadNotFound' }) });

export const handler = handle({ endpoint: 'getDownload' }, async ({ caller, path, now }) => ({
  body: await getDownload({ userId: caller.userId, ...parse(pathSchema, path) }, now),
}));
