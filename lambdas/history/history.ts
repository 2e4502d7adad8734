/** The history: pages of summaries, and single batches with their results (docs/spec.md 14.1). */
import { type BatchKind, batchKinds } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import {
  allKinds,
  type HistoryResponse,
  type HistorySummary,
  historyFileNamesMax,
  type ListHistoryQuery,
  type ListHistoryResponse,
  type ListWholeHistoryResponse,
  type NameHistoryResponse,
  wholeHistoryPageSize,
} from '#shared/history/api.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { bestIteration } from '#shared/pipeline/run.ts';
import { failureMessage } from '../batch/failure-message.ts';
import { imageProbe, probeOfResult } from '../batch/probe-of-result.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { type HistoryRow, nameHistory, readHistory } from '../store/history.ts';
import { readWholeRun, runResultTitle } from '../store/pipeline-runs.ts';
import { signedUrl } from '../store/signed-urls.ts';
import { listMatches } from './list-matches.ts';

/**
 * Reads the kind in a path.
 * @throws AppError NotFound for a kind without a history.
 */
export function kindOf(text: string | undefined): BatchKind {
  const kind = batchKinds.find((one) => one === text);
  if (!kind) throw new AppError('NotFound');
  return kind;
}

/**
 * Reads the list in a path: one kind, or `all`.
 * @throws AppError NotFound for another list.
 */
export const kindsOf = (text: string | undefined): readonly BatchKind[] => (text === allKinds ? batchKinds : [kindOf(text)]);

export async function listHistoryPage(
  kinds: readonly BatchKind[],
  userId: string,
  query: ListHistoryQuery,
  now: Date,
): Promise<ListHistoryResponse | ListWholeHistoryResponse> {
  const limit = query.results ? Math.min(query.limit, wholeHistoryPageSize) : query.limit;
  const { matches, nextCursor } = await listMatches(kinds, userId, { ...query, limit });
  if (query.results) return { items: await Promise.all(matches.map(({ kind, row }) => wholeRow(kind, row, now))), nextCursor };
  return { items: await Promise.all(matches.map(({ kind, row }) => summaryOf(kind, row, now))), nextCursor };
}

/** @throws AppError BatchNotFound, also for a batch of another user and for a batch that has not ended. */
export async function nameRun(kind: BatchKind, userId: string, batchId: string, name: string): Promise<NameHistoryResponse> {
  if (!(await nameHistory(kind, userId, batchId, name))) throw new AppError('BatchNotFound');
  return { name };
}

/** @throws AppError BatchNotFound, also for a batch of another user. */
export async function getHistoryBatch(kind: BatchKind, userId: string, batchId: string, now: Date): Promise<HistoryResponse> {
  const row = await readHistory(kind, userId, batchId);
  if (!row) throw new AppError('BatchNotFound');
  return wholeRow(kind, row, now);
}

async function wholeRow(kind: BatchKind, row: HistoryRow, now: Date): Promise<HistoryResponse> {
  const { user_id: userId, batch_id: batchId } = row;
  const status = row.status === 'completed' ? 'completed' : 'partial';
  return {
    ...(await summaryOf(kind, row, now)),
    status,
    results: await (row.kind === 'pipeline' ? resultsOfRun : resultsOfBatch)(userId, batchId, now),
  };
}

async function resultsOfBatch(userId: string, batchId: string, now: Date): Promise<HistoryResponse['results']> {
  const work = await readBatch(userId, batchId);
  return Promise.all((work?.items ?? []).map((item) => resultOf(item, now)));
}

async function summaryOf(kind: BatchKind, row: HistoryRow, now: Date): Promise<HistorySummary> {
  const {
    thumbnail_keys = [],
    file_names = [],
    charged_cents,
    failed_cents = 0,
    retried_by,
    kept_items,
    redone_images,
    redone_cents = 0,
    ...fields
  } = row;
  const thumbnails = await Promise.all(thumbnail_keys.map((key) => signedUrl(key, now)));
  return {
    ...fields,
    id: row.batch_id,
    result_kind: kind,
    thumbnails,
    thumbnail: thumbnails[0],
    file_names: file_names.slice(0, historyFileNamesMax),
    ...(charged_cents !== undefined && { charged: dollarsFromCents(charged_cents + redone_cents) }),
    ...(redone_images && { redone: redone_images }),
    ...(kept_items && { kept: kept_items.size }),
    ...(failed_cents > 0 && !retried_by && { retry_cost: dollarsFromCents(failed_cents) }),
  };
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
      image_title: runResultTitle,
      prompt: iteration.prompt,
      status: 'completed',
      image_url: await signedUrl(image.key, now),
      result_key: image.key,
      thumbnail: await signedUrl(image.posterKey, now),
      completed_at: iteration.madeAt,
      kept: wholeRun.run.kept,
      probe: imageProbe(image, true),
    },
  ];
}

async function resultOf(item: BatchItem, now: Date): Promise<HistoryResponse['results'][number]> {
  const common = { id: item.itemId, image_title: item.title, sku: item.sku, prompt: item.prompt, kept: item.kept };
  if (item.status === 'completed' && item.result) {
    const [url, thumbnail] = await Promise.all([signedUrl(item.result.key, now), signedUrl(item.result.posterKey, now)]);
    const resultKeyField = item.kind === 'video' ? {} : { result_key: item.result.key };
    const probe = probeOfResult(item);
    return { ...common, status: 'completed', ...urlField(item, url), ...resultKeyField, thumbnail, completed_at: item.endedAt, probe };
  }
  const status = item.status === 'cancelled' ? 'cancelled' : 'failed';
  // The seller gets a late video, but the item stays failed and is not charged.
  const lateVideo = status === 'failed' && item.result && urlField(item, await signedUrl(item.result.key, now));
  return { ...lateVideo, ...common, status, error: item.errorCode && failureMessage(item, item.errorCode), failed_at: item.endedAt };
}

const urlField = ({ kind }: BatchItem, url: string) => (kind === 'video' ? { video_url: url } : { image_url: url });
