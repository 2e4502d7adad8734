import type { UploadConfigResponse } from '#shared/upload/api.ts';
import { handle } from '../platform/handle.ts';
import { imageHost } from '../vendors/cloudinary.ts';

/** Browsers cache the setting for an hour, because the setting is the same for all users and changes only with a deployment. */
const cacheHeaders = { 'cache-control': 'private, max-age=3600' };

export const handler = handle({ endpoint: 'getUploadConfig' }, async () => {
  const body: UploadConfigResponse = imageHost() ?? { cloudName: '', uploadPreset: '' };
  return { body, headers: cacheHeaders };
});
