/** A batch as its page shows it. */
import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import { countersOf, hasEnded, queuePositions, stageAt } from '#shared/batch/batch.ts';
import { AppError, errors } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { videoFileName } from '#shared/video/file-name.ts';
import { type FramePlan, sharesOf } from '#shared/video/strategy.ts';
import { retryCountOf, triesMax } from '#shared/video/tries.ts';
import { type Item, readBatch } from '../store/batches.ts';
import { link } from '../store/media.ts';

/** @throws AppError BatchNotFound, also for a batch of another user. */
export async function getBatch(userId: string, batchId: string, now: Date): Promise<BatchResponse> {
  const found = await readBatch(userId, batchId);
  if (!found) throw new AppError('BatchNotFound');
  const { batch, items } = found;
  const positions = queuePositions(items);
  return {
    batchId,
    kind: batch.kind,
    status: batch.status,
    createdAt: batch.createdAt,
    counters: countersOf(items),
    items: await Promise.all(items.map((item, index) => answerOf(item, positions[index], now))),
  };
}

async function answerOf(item: Item, queuePosition: number | undefined, now: Date): Promise<BatchItem> {
  const { itemId, title, prompt, aspectRatio, resolution, generateAudio, model, status, startedAt, endedAt, errorCode, cents } = item;
  const delivered = status === 'completed';
  // Set where the item runs; one that has ended is cancelled or is not.
  const isCancelling = Boolean(item.cancelRequestedAt) && !hasEnded(status);
  return {
    itemId,
    title,
    prompt,
    aspectRatio,
    resolution,
    generateAudio,
    model,
    status,
    ...(status === 'generating' && startedAt && { stage: stageAt(Date.parse(startedAt), now.getTime()) }),
    queuePosition,
    startedAt,
    ...(status === 'generating' && item.attempts && { attempt: { number: item.attempts, of: triesMax } }),
    ...(isCancelling && { isCancelling }),
    retryCount: retryCountOf(item),
    completedAt: delivered ? endedAt : undefined,
    // A result is shown only once it is paid for, which is the same moment at which it is completed; or as a gift, when it came
    // after its item was given up.
    ...((delivered || status === 'failed') && (await resultLinks(item, now))),
    photoUrl: await link(item.photoKey ?? item.uploadKey, now),
    ...(item.plan && { framing: framingOf(item.plan) }),
    notes: item.notes,
    error: errorCode ? { code: errorCode, message: errors[errorCode].message } : undefined,
    cost: dollarsFromCents(cents),
    charged: delivered ? dollarsFromCents(cents) : 0,
  };
}

const framingOf = (plan: FramePlan) => ({ strategy: plan.processingStrategy, ...sharesOf(plan) });

async function resultLinks({ result, title, endedAt, cropFallback }: Item, now: Date) {
  if (!result) return {};
  return {
    videoUrl: await link(result.key, now),
    downloadUrl: await link(result.key, now, videoFileName(title, new Date(endedAt ?? now))),
    posterUrl: await link(result.posterKey, now),
    cropFallback,
  };
}
