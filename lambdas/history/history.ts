/** Past batches in SPEC's shape: summaries by page, and one batch with its results. */
import { AppError, errors } from '#shared/errors.ts';
import type { HistoryResponse, HistorySummary, ListHistoryQuery, ListHistoryResponse } from '#shared/history/api.ts';
import { type Item, readBatch } from '../store/batches.ts';
import { type HistoryKind, type HistoryRow, listHistory, readHistory } from '../store/history.ts';
import { link } from '../store/media.ts';

/** @throws AppError NotFound for a kind that has no history. */
export function kindOf(text: string | undefined): HistoryKind {
  if (text === 'video') return text;
  throw new AppError('NotFound');
}

export async function listHistoryPage(kind: HistoryKind, userId: string, query: ListHistoryQuery, now: Date): Promise<ListHistoryResponse> {
  const { rows, nextCursor } = await listHistory(kind, userId, query);
  return { items: await Promise.all(rows.map((row) => summaryOf(row, now))), nextCursor };
}

/** @throws AppError BatchNotFound, also for a batch of another user. */
export async function getHistoryBatch(kind: HistoryKind, userId: string, batchId: string, now: Date): Promise<HistoryResponse> {
  const [row, found] = await Promise.all([readHistory(kind, userId, batchId), readBatch(userId, batchId)]);
  if (!row || !found) throw new AppError('BatchNotFound');
  return { ...(await summaryOf(row, now)), results: await Promise.all(found.items.map((item) => resultOf(item, now))) };
}

async function summaryOf({ thumbnail_key: thumbnailKey, ...row }: HistoryRow, now: Date): Promise<HistorySummary> {
  return { ...row, thumbnail: thumbnailKey && (await link(thumbnailKey, now)) };
}

async function resultOf(item: Item, now: Date): Promise<HistoryResponse['results'][number]> {
  const common = { id: item.itemId, image_title: item.title, prompt: item.prompt };
  if (item.status === 'completed' && item.result) {
    const [url, thumbnail] = await Promise.all([link(item.result.key, now), link(item.result.posterKey, now)]);
    return { ...common, status: 'completed', video_url: url, thumbnail, completed_at: item.endedAt };
  }
  const status = item.status === 'cancelled' ? 'cancelled' : 'failed';
  // A video that came after its item was given up stays failed, uncharged and the seller's.
  const late = status === 'failed' && item.result && { video_url: await link(item.result.key, now) };
  return { ...late, ...common, status, error: item.errorCode && errors[item.errorCode].message, failed_at: item.endedAt };
}
