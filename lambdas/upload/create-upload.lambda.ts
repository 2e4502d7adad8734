import { randomUUID } from 'node:crypto';
import { createUploadRequest } from '#shared/upload/api.ts';
import { handle } from '../platform/handle.ts';
import { createUpload } from './create-upload.ts';

export const handler = handle({ endpoint: 'createUpload', body: createUploadRequest }, async ({ caller, body }) => ({
  status: 201,
  body: await createUpload(caller.userId, body, randomUUID()),
}));
