import { createDownloadRequest } from '#shared/download/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createDownload } from './create-download.ts';

export const handler = limitedCall({ endpoint: 'createDownload', body: createDownloadRequest }, async ({ user, body, now }) => ({
  status: 202,
  body: await createDownload(user, body, now),
}));
