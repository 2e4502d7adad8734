/**
 * Orders the failed items of a batch as a new batch. The new items have the same photos, prompts and settings, but the current prices and a
 * new hold.
 */
import type { CreateBatchResponse, RetryBatchRequest } from '#shared/batch/api.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { totalRetryCountOf } from '#shared/video/retry-policy.ts';
import { workKinds } from '#shared/work/kinds.ts';
import type { Batch, BatchItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { markHistoryRetried } from '../store/history.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { checkUploads } from './check-uploads.ts';
import { costOf, requestMilsOf } from './cost-of.ts';
import { withEditLimit } from './edit-limit.ts';
import { startBatch } from './start-batch.ts';

type Retry = RetryBatchRequest & { user: CallingUser; sourceId: string };

/**
 * @throws AppError BatchNotFound, NothingToRetry, PriceMismatch, and the errors of `startBatch`. For edits, also DailyLimit, and
 * UploadNotFound if a needed file has expired.
 */
export async function retryBatch({ user, sourceId, batchId, total, ...mail }: Retry, now: Date): Promise<CreateBatchResponse> {
  const work = await readBatch(user.userId, sourceId);
  if (!work) throw new AppError('BatchNotFound');
  const { batch: source, items } = work;
  const isEdit = source.kind === 'edit';
  const start = () =>
    startBatch(
      {
        user,
        batchId,
        kind: source.kind,
        // The hash contains only the ids. A late video may change the list of failed items, but the request must stay idempotent.
        request: { retryOf: sourceId, batchId },
        items: async () =>
          withTotal(
            failedOf(source, items).map((item) => retriedItem(batchId, item)),
            total,
          ),
        requestMils: requestMilsOf,
        ...(isEdit && { check: (newItems: BatchItem[]) => checkUploads(user.userId, newItems.map(withStoredPhoto)) }),
        retryOf: () => source,
        parentBatchId: sourceId,
        mail,
      },
      now,
    );
  const response = await (isEdit ? withEditLimit({ user, batchId, count: () => failedOf(source, items).length }, now, start) : start());
  const { history } = workKinds[source.kind];
  // If the call stops before this write, the history offers the failed items again, and the seller sees their price again.
  if (history) await markHistoryRetried(history, user.userId, sourceId, batchId);
  return response;
}

/** @throws AppError PriceMismatch if the page has shown a different price. */
function withTotal(items: BatchItem[], total: number | undefined): BatchItem[] {
  const cents = items.reduce((sum, item) => sum + item.cents, 0);
  if (total !== undefined && total !== dollarsFromCents(cents))
    throw new AppError('PriceMismatch', { details: { total: dollarsFromCents(cents) } });
  return items;
}

/** Uses the stored photo instead of the upload if this photo exists, because uploads expire. */
const withStoredPhoto = (item: BatchItem) => ({ ...item, uploadKey: item.photoKey ?? item.uploadKey });

/**
 * Returns the failed items without a late video.
 * @throws AppError NothingToRetry if the batch runs or if there are no such items.
 */
function failedOf(source: Batch, items: BatchItem[]): BatchItem[] {
  const failed = items.filter(({ status, result }) => status === 'failed' && !result);
  if (source.status === 'running' || failed.length === 0) throw new AppError('NothingToRetry');
  return failed;
}

/**
 * Returns the new item, with the index of the failed item. So a repeated call writes the same rows, even if a late video has removed an
 * item from the list.
 */
function retriedItem(batchId: string, item: BatchItem): BatchItem {
  const common = {
    userId: item.userId,
    batchId,
    itemId: item.itemId,
    index: item.index,
    uploadKey: item.uploadKey,
    // The new item uses the decoded photo if it exists, because uploads expire.
    ...(item.photoKey && { photoKey: item.photoKey, photoSize: item.photoSize, notes: item.notes }),
    title: item.title,
    ...(item.sku !== undefined && { sku: item.sku }),
    prompt: item.prompt,
    // If AI Write has written the prompt, the new item uses it. We paid for it.
    ...(item.aiWrite && { aiWrite: item.aiWrite }),
    ...(item.isPromptWritten && { isPromptWritten: true as const }),
    aspectRatio: item.aspectRatio,
    cents: costOf(item),
    status: 'queued' as const,
    retryCount: totalRetryCountOf(item) + 1,
  };
  if (item.kind === 'image')
    return {
      ...common,
      kind: item.kind,
      model: item.model,
      outputFormat: 'jpeg',
      numImages: 1,
      ...(item.exampleKeys && { exampleKeys: item.exampleKeys }),
    };
  if (item.kind === 'edit') {
    const { kind, model, settings, guidanceKey } = item;
    return { ...common, kind, model, settings, ...(guidanceKey && { guidanceKey }) };
  }
  return {
    ...common,
    kind: 'video',
    // The new item uses the existing frame, because we may have paid a vendor to extend it.
    ...(item.frameKey && { plan: item.plan, frameKey: item.frameKey }),
    durationSeconds: item.durationSeconds,
    resolution: item.resolution,
    generateAudio: item.generateAudio,
    model: item.model,
  };
}
