import { orderedKinds } from '#shared/batch/batch.ts';
import { keepRequest } from '#shared/batch/keep.ts';
import { limitedCall } from '../store/limited-call.ts';
import { batchIdIn } from './batch-id.ts';
import { keepItem } from './keep-item.ts';

export const handler = limitedCall({ endpoint: 'keepItem', body: keepRequest }, async ({ user, path, body }) => {
  const { itemId = '' } = path;
  return { body: await keepItem({ userId: user.userId, batchId: batchIdIn(path), itemId, keep: body.keep, kinds: orderedKinds }) };
});
