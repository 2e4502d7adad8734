import { adoptUploadRequest } from '#shared/upload/api.ts';
import { handle } from '../platform/handle.ts';
import { adoptUpload } from './adopt-upload.ts';

export const handler = handle({ endpoint: 'adoptUpload', body: adoptUploadRequest }, async ({ caller, body }) => ({
  status: 201,
  body: await adoptUpload(caller.userId, body),
}));
