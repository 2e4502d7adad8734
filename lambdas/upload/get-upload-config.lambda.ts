import type { UploadConfigResponse } from '#shared/upload/api.ts';
import { handle } from '../platform/handle.ts';

/** The same for everybody until the next deployment: a browser asks once an hour. */
const cached = { 'cache-control': 'private, max-age=3600' };

export const handler = handle({ endpoint: 'getUploadConfig' }, async () => {
  const { CLOUDINARY_CLOUD_NAME: cloudName = '', CLOUDINARY_UPLOAD_PRESET: uploadPreset = '' } = process.env;
  const body: UploadConfigResponse = { cloudName, uploadPreset };
  return { body, headers: cached };
});
