import { batchIdIn } from '../batch/batch-id.ts';
import { handle } from '../platform/handle.ts';
import { getHistoryBatch, kindOf } from './history.ts';

export const handler = handle({ endpoint: 'getHistory' }, async ({ caller, path, now }) => ({
  body: await getHistoryBatch(kindOf(path.kind), caller.userId, batchIdIn(path), now),
}));
