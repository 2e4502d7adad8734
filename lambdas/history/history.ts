/** The history: pages of summaries, and single batches with their results (docs/spec.md 14.1). */
import { type BatchKind, batchKinds } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import {
  type HistoryResponse,
  type HistorySummary,
  type ListHistoryQuery,
  type ListHistoryResponse,
  type ListWholeHistoryResponse,
  wholeHistoryPageSize,
} from '#shared/history/api.ts';
import { bestIteration } from '#shared/pipeline/run.ts';
import { failureMessage } from '../batch/failure-message.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { type HistoryRow, listHistory, readHistory } from '../store/history.ts';
import { signedUrl } from '../store/media.ts';
import { readWholeRun } from '../store/pipeline-runs.ts';

/** Reads the kind in a path. @throws AppError NotFound for a kind without a history. */
export function kindOf(text: string | undefined): BatchKind {
  const kind = batchKinds.find((one) => one === text);
  if (!kind) throw new AppError('NotFound');
  return kind;
}

export async function listHistoryPage(
  kind: BatchKind,
  userId: string,
  query: ListHistoryQuery,
  now: Date,
): Promise<ListHistoryResponse | ListWholeHistoryResponse> {
  const limit = query.results ? Math.min(query.limit, wholeHistoryPageSize) : query.limit;
  const { rows, nextCursor } = await listHistory(kind, userId, { ...query, limit });
  if (query.results) return { items: await Promise.all(rows.map((row) => wholeRow(row, now))), nextCursor };
  return { items: await Promise.all(rows.map((row) => summaryOf(row, now))), nextCursor };
}

/** @throws AppError BatchNotFound, also for a batch of another user. */
export async function getHistoryBatch(kind: BatchKind, userId: string, batchId: string, now: Date): Promise<HistoryResponse> {
  const row = await readHistory(kind, userId, batchId);
  if (!row) throw new AppError('BatchNotFound');
  return wholeRow(row, now);
}

async function wholeRow(row: HistoryRow, now: Date): Promise<HistoryResponse> {
  const { user_id: userId, batch_id: batchId } = row;
  const status = row.status === 'completed' ? 'completed' : 'partial';
  return {
    ...(await summaryOf(row, now)),
    status,
    results: await (row.kind === 'pipeline' ? resultsOfRun : resultsOfBatch)(userId, batchId, now),
  };
}

async function resultsOfBatch(userId: string, batchId: string, now: Date): Promise<HistoryResponse['results']> {
  const work = await readBatch(userId, batchId);
  return Promise.all((work?.items ?? []).map((item) => resultOf(item, now)));
}

async function summaryOf({ thumbnail_key: thumbnailKey, ...row }: HistoryRow, now: Date): Promise<HistorySummary> {
  return { ...row, id: row.batch_id, thumbnail: thumbnailKey && (await signedUrl(thumbnailKey, now)) };
}

/** Returns the result of a before/after run, or the best image of a paused run. Only the call that reads a run returns the other images. */
async function resultsOfRun(userId: string, runId: string, now: Date): Promise<HistoryResponse['results']> {
  const wholeRun = await readWholeRun(userId, runId);
  const bestNumber = wholeRun?.run.state && bestIteration(wholeRun.run.state);
  const iteration = wholeRun?.iterations.find(({ number }) => number === bestNumber);
  if (!wholeRun || !iteration) return [];
  const image = wholeRun.run.result ?? iteration.image;
  return [
    {
      id: iteration.itemId,
      image_title: 'transformed-image',
      prompt: iteration.prompt,
      status: 'completed',
      image_url: await signedUrl(image.key, now),
      result_key: image.key,
      thumbnail: await signedUrl(image.posterKey, now),
      completed_at: iteration.madeAt,
      kept: wholeRun.run.kept,
    },
  ];
}

async function resultOf(item: BatchItem, now: Date): Promise<HistoryResponse['results'][number]> {
  const common = { id: item.itemId, image_title: item.title, prompt: item.prompt, kept: item.kept };
  if (item.status === 'completed' && item.result) {
    const [url, thumbnail] = await Promise.all([signedUrl(item.result.key, now), signedUrl(item.result.posterKey, now)]);
    const resultKeyField = item.kind === 'video' ? {} : { result_key: item.result.key };
    return { ...common, status: 'completed', ...urlField(item, url), ...resultKeyField, thumbnail, completed_at: item.endedAt };
  }
  const status = item.status === 'cancelled' ? 'cancelled' : 'failed';
  // The seller gets a late video, but the item stays failed and is not charged.
  const lateVideo = status === 'failed' && item.result && urlField(item, await signedUrl(item.result.key, now));
  return { ...lateVideo, ...common, status, error: item.errorCode && failureMessage(item, item.errorCode), failed_at: item.endedAt };
}

const urlField = ({ kind }: BatchItem, url: string) => (kind === 'video' ? { video_url: url } : { image_url: url });
