/** States and counters of batches and items, for every kind of batch (docs/spec.md 5.5). */

/**
 * Kinds of batches that a seller orders on a page with cards. Each kind has a separate history. All items of a batch have the same kind.
 */
export const batchKinds = ['video', 'image'] as const;
export type BatchKind = (typeof batchKinds)[number];

/** All kinds of batches. Batches of photo edits are in the history of images. shared/work/kinds.ts also lists other work with a hold. */
export const orderedKinds = [...batchKinds, 'edit'] as const;
export type OrderedKind = (typeof orderedKinds)[number];

/** The id of the only item of a single call (docs/decisions/006). No page orders an item with this id. */
export const singleCallItemId = (kind: BatchKind): string => kind;

/**
 * Maximum number of batches that make results of one batch again. Pages read all of them together with the first batch. A later redo is an
 * independent batch.
 */
export const redosPerBatchMax = 20;

export const itemsPerBatchMax = 100;
export const promptCharactersMax = 2000;

export const itemStatuses = ['queued', 'generating', 'completed', 'failed', 'cancelled'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const batchStatuses = ['running', 'completed', 'partial', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const stages = ['submitting', 'processing', 'finalizing'] as const;
export type Stage = (typeof stages)[number];

export type Counters = { total: number; completed: number; processing: number; queued: number; failed: number; cancelled: number };

/** Returns whether an item has ended. The hold of an ended item is captured or released, and the state is final. */
export const hasEnded = (status: ItemStatus): boolean => status !== 'queued' && status !== 'generating';

/**
 * Returns whether a batch runs and has an item that has not ended. The state of a batch changes a few seconds after its last item has
 * ended, so the page uses this function for everything that it shows.
 */
export const hasOpenItems = ({ status, items }: { status: BatchStatus; items: readonly { status: ItemStatus }[] }): boolean =>
  status === 'running' && items.some((item) => !hasEnded(item.status));

/** Progress counters (docs/spec.md 5.5). */
export function countersOf(items: readonly { status: ItemStatus }[]): Counters {
  const count = (status: ItemStatus) => items.filter((item) => item.status === status).length;
  return {
    total: items.length,
    completed: count('completed'),
    processing: count('generating'),
    queued: count('queued'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
}

/**
 * Returns the state of a batch from its items (docs/spec.md 5.6). The state is `running` until each item has ended. It is `partial` if only
 * some items are completed.
 */
export function batchStatusOf(items: readonly { status: ItemStatus }[]): BatchStatus {
  const { total, completed, cancelled, failed } = countersOf(items);
  if (completed + cancelled + failed < total) return 'running';
  if (completed === total) return 'completed';
  if (completed > 0) return 'partial';
  return failed > 0 ? 'failed' : 'cancelled';
}

/** Times after the start of the work. At each of these times, a generating item enters its next stage (docs/spec.md 5.5). */
export const processingAfterMs = 1_000;
export const finalizingAfterMs = 8_000;

/** Returns the stage of a generating item. The stage is computed from the elapsed time (docs/spec.md 5.5), so it is not stored. */
export function stageAt(startedAtMs: number, nowMs: number): Stage {
  const elapsed = nowMs - startedAtMs;
  if (elapsed < processingAfterMs) return 'submitting';
  return elapsed < finalizingAfterMs ? 'processing' : 'finalizing';
}

/** Returns the queue position of each queued item (docs/spec.md 5.5). The item with position 1 starts next. */
export function queuePositions(items: readonly { status: ItemStatus }[]): (number | undefined)[] {
  let position = 0;
  return items.map(({ status }) => (status === 'queued' ? ++position : undefined));
}
