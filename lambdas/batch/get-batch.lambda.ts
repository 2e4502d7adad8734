import { etagOf } from '../platform/etag.ts';
import { handle } from '../platform/handle.ts';
import { batchIdIn } from './batch-id.ts';
import { getBatch } from './get-batch.ts';

export const handler = handle({ endpoint: 'getBatch' }, async ({ caller, path, headers, now }) => {
  const body = await getBatch(caller.userId, batchIdIn(path), now);
  const etag = etagOf(body);
  return headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { body, headers: { etag } };
});
