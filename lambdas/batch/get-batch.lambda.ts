import { withEtag } from '../platform/etag.ts';
import { handle } from '../platform/handle.ts';
import { batchIdIn } from './batch-id.ts';
import { getBatch } from './get-batch.ts';

export const handler = handle({ endpoint: 'getBatch' }, async ({ caller, path, headers, now }) =>
  withEtag(await getBatch(caller.userId, batchIdIn(path), now), headers),
);
