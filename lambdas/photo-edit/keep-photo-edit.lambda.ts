import { keepRequest } from '#shared/batch/keep.ts';
import { limitedCall } from '../store/limited-call.ts';
import { keepPhotoEdit } from './keep-photo-edit.ts';

export const handler = limitedCall({ endpoint: 'keepPhotoEdit', body: keepRequest }, async ({ user, path, body }) => ({
  body: await keepPhotoEdit(user.userId, path.jobId, body.keep),
}));
