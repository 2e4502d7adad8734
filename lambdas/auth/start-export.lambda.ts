import { startExportRequest } from '#shared/auth/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { startExport } from './start-export.ts';

export const handler = limitedCall({ endpoint: 'startExport', body: startExportRequest }, async ({ user, body, now }) => ({
  status: 202,
  body: await startExport(user, body.exportId, now),
}));
