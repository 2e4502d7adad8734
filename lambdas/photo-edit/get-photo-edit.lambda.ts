import { handle } from '../platform/handle.ts';
import { getPhotoEdit } from './get-photo-edit.ts';

export const handler = handle({ endpoint: 'getPhotoEdit' }, async ({ caller, path, now }) => ({
  body: await getPhotoEdit(caller.userId, path.jobId, now),
}));
