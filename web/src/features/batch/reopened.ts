/** The past batch that the seller opens again, with its photos, prompts and settings. It is stored here until its page reads it. */
import type { BatchResponse } from '#shared/batch/api.ts';
import { paths } from '#web/app/paths.ts';
import { type Tool, toolOf } from './cards/tool.ts';

const toolPaths: Record<Tool, string> = {
  'batch-video': paths.batchVideo,
  'single-video': paths.singleVideo,
  'batch-image': paths.batchImage,
};

/** Returns the page on which a batch is opened again. If a single API call ordered the batch, this is the batch page of its kind. */
export function reopenPathOf(batch: Pick<BatchResponse, 'kind'> & { items: readonly { itemId: string }[] }): string {
  if (batch.kind === 'edit') return paths.photoEdit;
  const tool = toolOf(batch);
  return tool ? toolPaths[tool] : batch.kind === 'video' ? paths.batchVideo : paths.batchImage;
}

let waiting: { path: string; batch: BatchResponse } | undefined;

/** @returns the path of the page that will read the batch. */
export function passBatch(batch: BatchResponse): string {
  const path = reopenPathOf(batch);
  waiting = { path, batch };
  return path;
}

/** Returns the stored batch if it belongs to the page. A second call returns undefined. */
export function takeBatch(path: string): BatchResponse | undefined {
  if (waiting?.path !== path) return undefined;
  const { batch } = waiting;
  waiting = undefined;
  return batch;
}
