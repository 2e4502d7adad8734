import { adoptUploadRequest } from '#shared/upload/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { adoptUpload } from './adopt-upload.ts';

export const handler = limitedCall({ endpoint: 'adoptUpload', body: adoptUploadRequest }, async ({ user, body, now }) => ({
  status: 201,
  body: await adoptUpload(user, body, now),
}));
