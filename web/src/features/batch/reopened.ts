/** A past batch whose photos, prompts and settings the seller opens again. It waits until the page of its tool takes it. */
import type { BatchResponse } from '#shared/batch/api.ts';
import { paths } from '#web/app/paths.ts';
import { type Tool, toolOf } from './cards/tool.ts';

const toolPaths: Record<Tool, string> = {
  'batch-video': paths.batchVideo,
  'single-video': paths.singleVideo,
  'batch-image': paths.batchImage,
};

/** Returns the page that opens a batch again. For a single call of the API, it is the batch page of its kind. */
export function reopenPathOf(batch: Pick<BatchResponse, 'kind'> & { items: readonly { itemId: string }[] }): string {
  if (batch.kind === 'edit') return paths.photoEdit;
  const tool = toolOf(batch);
  return tool ? toolPaths[tool] : batch.kind === 'video' ? paths.batchVideo : paths.batchImage;
}

let waiting: { path: string; batch: BatchResponse } | undefined;

/** @returns the page that takes the batch when the seller opens this page. */
export function passBatch(batch: BatchResponse): string {
  const path = reopenPathOf(batch);
  waiting = { path, batch };
  return path;
}

/** Returns the batch for a page, only once. */
export function takeBatch(path: string): BatchResponse | undefined {
  if (waiting?.path !== path) return undefined;
  const { batch } = waiting;
  waiting = undefined;
  return batch;
}
