/** Ends a batch after all of its items have ended, and writes its history row once. */
import { batchStatusOf, countersOf } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { historyThumbnailsMax } from '#shared/history/api.ts';
import { defaultImagePrompt } from '#shared/image/defaults.ts';
import type { Cents } from '#shared/money.ts';
import { workKinds } from '#shared/work/kinds.ts';
import type { Batch, BatchItem, Item } from '../store/batch-rows.ts';
import { isBatch, readBatchRow, readWork, type Work } from '../store/batches.ts';
import type { Action } from '../store/dynamo.ts';
import { type HistoryRow, historyRedoIncrease, historyTable } from '../store/history.ts';
import { endBatch } from '../store/ledger.ts';
import { fileNamesOf, promptsText } from './history-texts.ts';
import { addProductResults } from './product-results.ts';

/**
 * `ended`: true if this run of the step has ended the batch. `mail`: set if the seller requested a mail about the end (send-done-mail.ts).
 * `order`: true if the batch is a part of a large order, which then continues (continue-order.ts).
 */
export type FinishResult = { ended: boolean; mail: boolean; order: boolean };

export async function finishBatch({ userId, batchId }: { userId: string; batchId: string }, now: Date): Promise<FinishResult> {
  const work = await readWork(userId, batchId);
  if (!work) throw new AppError('BatchNotFound');
  const { batch, items } = work;
  const mail = batch.emailWhenDone === true;
  const order = batch.isPartOfLargeOrder === true;
  if (batch.status !== 'running') return { ended: false, mail, order };
  const status = batchStatusOf(items);
  if (status === 'running') throw new Error('An item of this batch has not ended');
  await addProductResults(items);
  return { ended: await endBatch({ ...batch, status }, historyOf(work, status), now, await redoIncreases(work)), mail, order };
}

function historyOf(work: Work, status: HistoryRow['status']): Parameters<typeof endBatch>[1] {
  const { history } = workKinds[work.batch.kind];
  if (!history) return undefined;
  if (!isBatch(work)) throw new Error(`Work of the kind ${work.batch.kind} has a history row of another type`);
  return { table: historyTable(history), row: historyRowOf(work.batch, work.items, status) };
}

/**
 * If the batch is a redo, returns the writes that add its delivered results to the history of the first batch, and to the history of the
 * large order of the first batch.
 */
async function redoIncreases({ batch: { userId, kind, rootBatchId }, items }: Work): Promise<Action[]> {
  const { history } = workKinds[kind];
  const delivered = items.filter(({ status }) => status === 'completed');
  if (!history || rootBatchId === undefined || delivered.length === 0) return [];
  const root = await readBatchRow(userId, rootBatchId);
  const ids = [rootBatchId, ...(root?.isPartOfLargeOrder && root.orderId ? [root.orderId] : [])];
  const added = { images: delivered.length, cents: totalCents(delivered) };
  return ids.map((batchId) => historyRedoIncrease(history, { userId, batchId, ...added }));
}

/** Returns the common value of all items, or 'mixed' (docs/spec.md 14.1). */
const commonValue = (values: string[]): string => (new Set(values).size === 1 ? (values[0] as string) : 'mixed');

const totalCents = (items: Item[]): Cents => items.reduce((sum, { cents }) => sum + cents, 0);

/**
 * If no item has a prompt, the row contains the default prompt that was sent to the vendor (docs/spec.md 14.1). Edits have no default
 * prompt.
 */
function historyRowOf(batch: Batch, items: BatchItem[], status: HistoryRow['status']): HistoryRow {
  const { total, completed, failed } = countersOf(items);
  const isEdit = batch.kind === 'edit';
  return {
    user_id: batch.userId,
    batch_id: batch.batchId,
    ...(batch.orderId && { order_id: batch.orderId }),
    ...(batch.rootBatchId && { root_id: batch.rootBatchId }),
    ...(batch.isPartOfLargeOrder && { is_large_order: true }),
    ...(isEdit && { kind: 'edit' }),
    prompt: promptsText(items) || (isEdit ? '' : defaultImagePrompt),
    total_images: total,
    completed_images: completed,
    failed_images: failed,
    status,
    aspect_ratio: commonValue(items.map((item) => item.aspectRatio)),
    model: commonValue(items.map((item) => item.model)),
    created_at: batch.createdAt,
    thumbnail_keys: items
      .flatMap((item) => (item.status === 'completed' && item.result ? item.result.posterKey : []))
      .slice(0, historyThumbnailsMax),
    file_names: fileNamesOf(items),
    charged_cents: totalCents(items.filter((item) => item.status === 'completed')),
    failed_cents: totalCents(items.filter((item) => item.status === 'failed' && !item.result)),
  };
}
