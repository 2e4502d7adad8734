import { randomUUID } from 'node:crypto';
import { createUploadRequest } from '#shared/upload/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createUpload } from './create-upload.ts';

export const handler = limitedCall({ endpoint: 'createUpload', body: createUploadRequest }, async ({ user, body, now }) => ({
  status: 201,
  body: await createUpload(user, body, randomUUID(), now),
}));
