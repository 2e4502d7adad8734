/** Returns a batch for its page. */
import type { BatchResponse, EditBatchItem, ImageBatchItem, LinePlace, VideoBatchItem } from '#shared/batch/api.ts';
import { countersOf, hasEnded, queuePositions, stageAt } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { imageAttemptsMax } from '#shared/image/defaults.ts';
import { imageFileName } from '#shared/image/file-name.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { photoEditAttemptsMax } from '#shared/photo-edit/batch.ts';
import { editedFileName } from '#shared/photo-edit/file-name.ts';
import { exportFormats } from '#shared/photo-edit/settings.ts';
import { videoFileName } from '#shared/video/file-name.ts';
import { totalRetryCountOf, attemptsMax as videoAttemptsMax } from '#shared/video/retry-policy.ts';
import { type FramePlan, sharesOf } from '#shared/video/strategy.ts';
import type { BatchItem, EditItem, ImageItem, VideoItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { signedUrl } from '../store/signed-urls.ts';
import { failureMessage } from './failure-message.ts';
import { linePlaces } from './lines.ts';
import { probeOfResult } from './probe-of-result.ts';

/** @throws AppError BatchNotFound, also for a batch of another user. */
export async function getBatch(userId: string, batchId: string, now: Date): Promise<BatchResponse> {
  const work = await readBatch(userId, batchId);
  if (!work) throw new AppError('BatchNotFound');
  const { batch, items, redoBatchIds } = work;
  const { orderId, parentBatchId, rootBatchId, status, createdAt } = batch;
  const chain = { parentBatchId, rootBatchId, ...(redoBatchIds.length > 0 && { redoBatchIds }) };
  const common = { batchId, ...(orderId && { orderId }), ...chain, status, createdAt, counters: countersOf(items) };
  const positions = queuePositions(items);
  const lines = status === 'running' ? await linePlaces(items, now) : new Map<number, LinePlace>();
  const positionOf = (item: BatchItem): Position => ({ queuePosition: positions[items.indexOf(item)], line: lines.get(item.index) });
  const [edit] = items.filter(isEdit);
  if (edit) {
    const edits = await Promise.all(items.filter(isEdit).map((item) => editResponse(item, positionOf(item), now)));
    const { settings, guidanceKey: key } = edit;
    return { ...common, kind: 'edit', settings, ...(key && { guidance: { key, url: await signedUrl(key, now) } }), items: edits };
  }
  return batch.kind === 'image'
    ? {
        ...common,
        kind: 'image',
        items: await Promise.all(items.filter(isImage).map((item) => imageResponse(item, positionOf(item), now))),
      }
    : {
        ...common,
        kind: 'video',
        items: await Promise.all(items.filter(isVideo).map((item) => videoResponse(item, positionOf(item), now))),
      };
}

/** The position in the batch, and the place in the queue of all sellers. */
type Position = { queuePosition: number | undefined; line: LinePlace | undefined };

const isImage = (item: BatchItem) => item.kind === 'image';
const isVideo = (item: BatchItem) => item.kind === 'video';
const isEdit = (item: BatchItem) => item.kind === 'edit';

/** Returns the fields that items of every kind have. `attemptsMax` is the maximum number of attempts. */
async function commonFields(item: BatchItem, position: Position, attemptsMax: number, now: Date) {
  const { itemId, title, sku, prompt, aspectRatio, model, status, startedAt, endedAt, errorCode, cents } = item;
  const isDelivered = status === 'completed';
  // True only until the item has ended. After that, `status` shows whether the item was cancelled.
  const isCancelling = Boolean(item.cancelRequestedAt) && !hasEnded(status);
  return {
    itemId,
    title,
    ...(sku !== undefined && { sku }),
    prompt,
    aspectRatio,
    model,
    status,
    ...position,
    startedAt,
    ...(status === 'generating' && item.attempts && { attempt: { number: item.attempts, of: attemptsMax } }),
    ...(isCancelling && { isCancelling }),
    retryCount: totalRetryCountOf(item),
    completedAt: isDelivered ? endedAt : undefined,
    photoUrl: await signedUrl(item.photoKey ?? item.uploadKey, now),
    photoKey: item.photoKey ?? item.uploadKey,
    notes: item.notes,
    error: errorCode ? { code: errorCode, message: failureMessage(item, errorCode) } : undefined,
    cost: dollarsFromCents(cents),
    charged: isDelivered ? dollarsFromCents(cents) : 0,
    kept: item.kept,
  };
}

async function videoResponse(item: VideoItem, position: Position, now: Date): Promise<VideoBatchItem> {
  const { status, startedAt, resolution, generateAudio } = item;
  return {
    ...(await commonFields(item, position, videoAttemptsMax, now)),
    resolution,
    generateAudio,
    ...(status === 'generating' && startedAt && { stage: stageAt(Date.parse(startedAt), now.getTime()) }),
    // A delivered result is shown only after its charge, when the item completes. A failed item can have a late result, which is not
    // charged.
    ...((status === 'completed' || status === 'failed') && (await videoUrls(item, now))),
    ...(item.plan && { framing: framingOf(item.plan) }),
  };
}

async function imageResponse(item: ImageItem, position: Position, now: Date): Promise<ImageBatchItem> {
  const { status, result, title, endedAt } = item;
  const common = await commonFields(item, position, imageAttemptsMax, now);
  if (status !== 'completed' || !result) return common;
  const probe = probeOfResult(item);
  return { ...common, probe, ...(await imageUrls(result, imageFileName(title, new Date(endedAt ?? now)), now)) };
}

async function editResponse(item: EditItem, position: Position, now: Date): Promise<EditBatchItem> {
  const { status, result, title, endedAt } = item;
  const common = await commonFields(item, position, photoEditAttemptsMax, now);
  if (status !== 'completed' || !result) return common;
  const { width, height, ignoredSettings, seed } = result;
  const format = exportFormats.find((one) => result.contentType === `image/${one}`) ?? item.settings.exportFormat;
  const urls = await imageUrls(result, editedFileName(title, format, new Date(endedAt ?? now)), now);
  return { ...common, probe: probeOfResult(item), ...urls, format, width, height, ignoredSettings, seed };
}

async function imageUrls({ key, posterKey }: { key: string; posterKey: string }, fileName: string, now: Date) {
  return {
    imageUrl: await signedUrl(key, now),
    downloadUrl: await signedUrl(key, now, fileName),
    thumbnailUrl: await signedUrl(posterKey, now),
    resultKey: key,
  };
}

const framingOf = (plan: FramePlan) => ({ strategy: plan.processingStrategy, ...sharesOf(plan) });

async function videoUrls(item: VideoItem, now: Date) {
  const { result, title, endedAt, cropFallback } = item;
  if (!result) return {};
  return {
    probe: probeOfResult(item),
    videoUrl: await signedUrl(result.key, now),
    downloadUrl: await signedUrl(result.key, now, videoFileName(title, new Date(endedAt ?? now))),
    posterUrl: await signedUrl(result.posterKey, now),
    cropFallback,
  };
}
