/** A new batch of photos and prompts. */
import type { CreateBatchRequest, CreateBatchResponse } from '#shared/batch/api.ts';
import { videoCost } from '#shared/credits/pricing.ts';
import type { Item } from '../store/batches.ts';
import { checkUploads } from './check-uploads.ts';
import { startBatch } from './start-batch.ts';

export const createBatch = (
  userId: string,
  request: CreateBatchRequest,
  now: Date,
  { isOperation }: { isOperation?: true } = {},
): Promise<CreateBatchResponse> =>
  startBatch(
    {
      userId,
      ...(isOperation && { isOperation }),
      batchId: request.batchId,
      kind: request.kind,
      request,
      items: async () => request.items.map((item, index) => itemOf(userId, request.batchId, item, index)),
      check: (items) => checkUploads(userId, items),
    },
    now,
  );

const itemOf = (userId: string, batchId: string, item: CreateBatchRequest['items'][number], index: number): Item => ({
  userId,
  batchId,
  itemId: item.itemId,
  index,
  uploadKey: item.uploadKey,
  title: item.title,
  prompt: item.prompt,
  aspectRatio: item.aspectRatio,
  durationSeconds: item.duration,
  resolution: item.resolution,
  generateAudio: item.generateAudio,
  model: item.model,
  cents: videoCost({ model: item.model, durationSeconds: item.duration, audioEnabled: item.generateAudio, videoCount: 1 }).totalCost,
  status: 'queued',
});
