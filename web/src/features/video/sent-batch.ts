/** A batch as it stands the moment it is accepted, before its first read: every video queued. */
import type { CreateBatchResponse, VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import type { Card } from './cards.ts';

export function sentBatch({ batchId, status, quote }: CreateBatchResponse, cards: readonly Card[], createdAt: string): VideoBatchResponse {
  const costs = new Map(quote.items.map(({ itemId, cost }) => [itemId, cost]));
  const items: VideoBatchResponse['items'] = cards.map(({ id, photo, prompt, aspectRatio, resolution, generateAudio, model }) => ({
    itemId: id,
    title: photo?.title ?? '',
    prompt,
    aspectRatio,
    resolution,
    generateAudio,
    model,
    status: 'queued',
    retryCount: 0,
    cost: costs.get(id) ?? 0,
    charged: 0,
  }));
  return { batchId, kind: 'video', status, createdAt, counters: countersOf(items), items };
}
