import { createDownloadRequest } from '#shared/download/api.ts';
import { handle } from '../platform/handle.ts';
import { createDownload } from './create-download.ts';

export const handler = handle({ endpoint: 'createDownload', body: createDownloadRequest }, async ({ caller, body, now }) => ({
  status: 202,
  body: await createDownload(caller.userId, body, now),
}));
