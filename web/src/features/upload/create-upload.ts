/** POST /api/uploads: returns the permission to upload one photo directly to storage. */
import { type CreateUploadRequest, createUploadResponse } from '#shared/upload/api.ts';
import { callApi } from '#web/lib/api.ts';

export const createUpload = (request: CreateUploadRequest, signal: AbortSignal) =>
  callApi('createUpload', { body: request, schema: createUploadResponse, signal });
