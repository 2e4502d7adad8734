/** Returns the state of the video or image that a single call ordered. */

import { batchId } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { batchIdOfOperation, type CheckOperationResponse, operationMessage } from '#shared/batch/operations.ts';
import { AppError } from '#shared/errors.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { signedUrl } from '../store/signed-urls.ts';
import { failureMessage } from './failure-message.ts';

/** @throws AppError OperationNotFound, also for another user's operation and for a batch that a page ordered. */
export async function checkOperation(userId: string, operationName: string, now: Date): Promise<CheckOperationResponse> {
  const id = batchId.safeParse(batchIdOfOperation(operationName));
  const work = id.success ? await readBatch(userId, id.data) : undefined;
  const [item] = work?.batch.isOperation ? work.items : [];
  if (!item) throw new AppError('OperationNotFound');
  return toResponse(item, now);
}

async function toResponse(item: BatchItem, now: Date): Promise<CheckOperationResponse> {
  const { status, result, errorCode } = item;
  if (!hasEnded(status)) return { status: 'in_progress' };
  const code = errorCode ?? 'GenerationFailed';
  if (item.kind !== 'video') {
    if (status === 'completed' && result) return { status: 'completed', success: true, imageUrl: await signedUrl(result.key, now) };
    return { status: 'failed', success: false, code, message: failureMessage(item, code) };
  }
  // If a late video is attached to a failed item, the caller gets this video without a charge.
  if (result && status !== 'cancelled') return { status: 'completed', success: true, videoUrl: await signedUrl(result.key, now) };
  return { status: 'failed', success: false, code, message: operationMessage(code, item.vendor) };
}
