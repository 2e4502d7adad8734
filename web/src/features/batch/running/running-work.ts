/** The running work of the account, on every page: batches of all tools, and before/after runs. */
import type { ActiveOrder, BatchResponse, ListActiveBatchesResponse } from '#shared/batch/api.ts';
import type { Counters, OrderedKind } from '#shared/batch/batch.ts';
import type { ListRunsResponse } from '#shared/pipeline/api.ts';
import { orderParameter, paths, runParameter } from '#web/app/paths.ts';
import { type Tool, toolOf } from '../cards/tool.ts';

export type RunningWork = {
  id: string;
  kind: OrderedKind | 'pipeline';
  createdAt: string;
  /** The page that shows the work. */
  path: string;
  /** Number of ordered items. A before/after run counts as one item. */
  total: number;
  /** Number of items that have not ended. */
  unfinished: number;
  /** Undefined until the batch is read. Always undefined for a before/after run. */
  counters?: Counters;
  /** URL of a small picture of the newest result. */
  thumbnail?: string | undefined;
};

const toolPaths: Record<Tool, string> = {
  'batch-video': paths.batchVideo,
  'single-video': paths.singleVideo,
  'batch-image': paths.batchImage,
};
const kindPaths: Record<OrderedKind, string> = { video: paths.batchVideo, image: paths.batchImage, edit: paths.photoEdit };

/** The page of a batch. If a single API call ordered the batch, no page shows it, so the link opens the history. */
function pathOf(batch: BatchResponse): string {
  const tool = toolOf(batch);
  if (tool) return toolPaths[tool];
  return batch.kind === 'edit' ? paths.photoEdit : paths.history;
}

function thumbnailOf(batch: BatchResponse): string | undefined {
  const thumbnails = batch.items.map((item) =>
    'posterUrl' in item ? item.posterUrl : 'thumbnailUrl' in item ? item.thumbnailUrl : undefined,
  );
  return thumbnails.findLast((thumbnail) => thumbnail !== undefined);
}

type ActiveWork = {
  active: ListActiveBatchesResponse['items'];
  /** The large orders that have not ended. */
  orders: readonly ActiveOrder[];
  runs: ListRunsResponse['items'];
};

/** A paused or scheduled order does not run. It is only in the history. */
const runningOrder = ({ orderId: id, kind, status, createdAt, total, ended }: ActiveOrder): RunningWork[] =>
  status === 'paused' || status === 'scheduled'
    ? []
    : [{ id, kind, createdAt, path: `${paths.history}?${orderParameter}=${id}`, total, unfinished: Math.max(1, total - ended) }];

/**
 * Returns the running work, newest first.
 * @param loaded the batches that the page has read so far. A batch that has ended in the meantime is not in the result.
 */
export function runningWorkOf({ active, orders, runs }: ActiveWork, loaded: readonly BatchResponse[]): RunningWork[] {
  const batches = active.flatMap(({ batchId: id, kind, createdAt, total }): RunningWork[] => {
    const batch = loaded.find(({ batchId }) => batchId === id);
    if (!batch) return [{ id, kind, createdAt, path: kindPaths[kind], total, unfinished: total }];
    if (batch.status !== 'running') return [];
    const { counters } = batch;
    const unfinished = counters.queued + counters.processing;
    return [{ id, kind, createdAt, path: pathOf(batch), total, unfinished, counters, thumbnail: thumbnailOf(batch) }];
  });
  const runningRuns = runs
    .filter(({ status }) => status === 'running')
    .map(
      ({ runId: id, createdAt, thumbnailUrl }): RunningWork => ({
        id,
        kind: 'pipeline',
        createdAt,
        path: `${paths.pipeline}?${runParameter}=${id}`,
        total: 1,
        unfinished: 1,
        thumbnail: thumbnailUrl,
      }),
    );
  return [...batches, ...orders.flatMap(runningOrder), ...runningRuns].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Counts the items of the running work, and how many of these items have ended: delivered, failed or cancelled. */
export const progressOfWork = (work: readonly RunningWork[]): { done: number; total: number } => ({
  done: work.reduce((sum, { total, unfinished }) => sum + total - unfinished, 0),
  total: work.reduce((sum, { total }) => sum + total, 0),
});

/** Returns the only page that shows all running work, or undefined if the work is on several pages. */
export function onlyPathOf(work: readonly RunningWork[]): string | undefined {
  const workPaths = new Set(work.map(({ path }) => path));
  return workPaths.size === 1 ? [...workPaths][0] : undefined;
}
