/** Orders a new batch of photos and prompts. */
import type { CreateBatchRequest, CreateBatchResponse, CreateImageBatchRequest, CreateVideoBatchRequest } from '#shared/batch/api.ts';
import type { OrderedBatch } from '#shared/batch/order.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { checkUploads } from './check-uploads.ts';
import { costOf, requestMilsOf } from './cost-of.ts';
import { startBatch } from './start-batch.ts';

export const createBatch = (
  user: CallingUser,
  { emailWhenDone, language, ...request }: CreateBatchRequest,
  now: Date,
  { isOperation, exampleKeys }: { isOperation?: true; exampleKeys?: string[] } = {},
): Promise<CreateBatchResponse> =>
  startBatch(
    {
      user,
      ...(isOperation && { isOperation }),
      batchId: request.batchId,
      kind: request.kind,
      request: exampleKeys ? { ...request, exampleKeys } : request,
      items: async () =>
        itemsOf(user.userId, request as OrderedBatch).map((item) =>
          exampleKeys && item.kind === 'image' ? { ...item, exampleKeys } : item,
        ),
      requestMils: requestMilsOf,
      check: (items) => checkUploads(user.userId, items),
      mail: { emailWhenDone, language },
    },
    now,
  );

/** Returns the items of an ordered batch at their current price. @throws AppError UnknownModel */
export function itemsOf(userId: string, request: OrderedBatch): BatchItem[] {
  const { batchId } = request;
  return request.kind === 'image'
    ? request.items.map((item, index) => priced({ ...imageOf(item), userId, batchId, index, cents: 0, status: 'queued' }))
    : request.items.map((item, index) => priced({ ...videoOf(item), userId, batchId, index, cents: 0, status: 'queued' }));
}

const priced = (item: BatchItem): BatchItem => ({ ...item, cents: costOf(item) });

const videoOf = ({ duration, ...item }: CreateVideoBatchRequest['items'][number]) => ({
  kind: 'video' as const,
  ...item,
  durationSeconds: duration,
});

const imageOf = (item: CreateImageBatchRequest['items'][number]) => ({ kind: 'image' as const, ...item });
