import { batchId } from '#shared/batch/api.ts';
import { AppError } from '#shared/errors.ts';
import { etagOf } from '../platform/etag.ts';
import { handle } from '../platform/handle.ts';
import { getBatch } from './get-batch.ts';

export const handler = handle({ endpoint: 'getBatch' }, async ({ caller, path, headers, now }) => {
  const id = batchId.safeParse(path.batchId);
  if (!id.success) throw new AppError('BatchNotFound');
  const body = await getBatch(caller.userId, id.data, now);
  const etag = etagOf(body);
  return headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { body, headers: { etag } };
});
