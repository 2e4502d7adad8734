import type { UploadConfigResponse } from '#shared/upload/api.ts';
import { handle } from '../platform/handle.ts';
import { imageHost } from '../vendors/cloudinary.ts';

/** The same for everybody until the next deployment: a browser asks once an hour. */
const cached = { 'cache-control': 'private, max-age=3600' };

export const handler = handle({ endpoint: 'getUploadConfig' }, async () => {
  const body: UploadConfigResponse = imageHost() ?? { cloudName: '', uploadPreset: '' };
  return { body, headers: cached };
});
