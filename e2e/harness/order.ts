import { randomUUID } from 'node:crypto';
import type { Batch, VideoItem } from '#lambdas/store/batch-rows.ts';
import type { Cents } from '#shared/money.ts';

/** The rows of a batch as `createBatch` makes them, an item for each cost. */
export function orderOf(userId: string, costs: readonly Cents[], createdAt: Date): { batch: Batch; items: VideoItem[] } {
  const batchId = randomUUID();
  const items = costs.map(
    (cents, index): VideoItem => ({
      userId,
      batchId,
      itemId: `item-${index}`,
      index,
      uploadKey: `uploads/${userId}/temp-images/x.jpg`,
      title: 'Shoe.jpg',
      prompt: 'A slow push in',
      aspectRatio: '9:16',
      durationSeconds: 8,
      resolution: '1080p',
      generateAudio: false,
      model: 'veo3',
      cents,
      status: 'queued',
    }),
  );
  const batch: Batch = {
    userId,
    batchId,
    kind: 'video',
    status: 'running',
    createdAt: createdAt.toISOString(),
    requestHash: 'hash',
    totalCents: costs.reduce((sum, cents) => sum + cents, 0),
    items: items.map(({ itemId, cents }) => ({ itemId, cents })),
  };
  return { batch, items };
}
