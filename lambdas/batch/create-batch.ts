/** Orders a new batch of photos, with prompts or with the settings of an edit. */
import type { CreateBatchRequest, CreateBatchResponse, CreateImageBatchRequest, CreateVideoBatchRequest } from '#shared/batch/api.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { checkUploads } from './check-uploads.ts';
import { costOf, requestMilsOf } from './cost-of.ts';
import { editItemsOf } from './edit-items.ts';
import { withEditLimit } from './edit-limit.ts';
import { startBatch } from './start-batch.ts';

const startOrdered = (
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
      ...('parentBatchId' in request && { parentBatchId: request.parentBatchId }),
      request: exampleKeys ? { ...request, exampleKeys } : request,
      items: async () =>
        itemsOf(user.userId, request).map((item) => (exampleKeys && item.kind === 'image' ? { ...item, exampleKeys } : item)),
      requestMils: requestMilsOf,
      check: (items) => checkUploads(user.userId, items),
      mail: { emailWhenDone, language },
    },
    now,
  );

/** @throws AppError DailyLimit for edits, and the errors of `startBatch`. */
export function createBatch(...order: Parameters<typeof startOrdered>): Promise<CreateBatchResponse> {
  const [user, { kind, batchId, items }, now] = order;
  const start = () => startOrdered(...order);
  return kind === 'edit' ? withEditLimit({ user, batchId, count: () => items.length }, now, start) : start();
}

/**
 * Returns the items of an ordered batch with their current prices.
 * @throws AppError UnknownModel
 */
export function itemsOf(userId: string, request: CreateBatchRequest): BatchItem[] {
  const { batchId } = request;
  if (request.kind === 'edit') return editItemsOf(userId, request);
  return request.kind === 'image'
    ? request.items.map((item, index) => withPrice({ ...imageOf(item), userId, batchId, index, cents: 0, status: 'queued' }))
    : request.items.map((item, index) => withPrice({ ...videoOf(item), userId, batchId, index, cents: 0, status: 'queued' }));
}

const withPrice = (item: BatchItem): BatchItem => ({ ...item, cents: costOf(item) });

const videoOf = ({ duration, ...item }: CreateVideoBatchRequest['items'][number]) => ({
  kind: 'video' as const,
  ...item,
  durationSeconds: duration,
});

const imageOf = (item: CreateImageBatchRequest['items'][number]) => ({ kind: 'image' as const, ...item });
